#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""recipes.py SOURCE_DIR: checks the recipes for vcpkg and Spack with stand-ins for these programs.

The version is the project's, and what the recipes pass to CMake configures the project, with no option that it ignores.
"""
import json
import pathlib
import re
import runpy
import subprocess
import sys
import tempfile
import types

source = pathlib.Path(sys.argv[1]).resolve()
recipes = source / "doc" / "packaging"
number = int(re.search(r"#define GPUALGO_VERSION (\d+)", (source / "include/gpualgo/version.hpp").read_text())[1])
version = f"{number // 10000}.{number // 100 % 100}.{number % 100}"


def configure(options):
    with tempfile.TemporaryDirectory() as build:
        command = ["cmake", "-G", "Ninja", "-S", str(source), "-B", build, *options]
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode or "not used by the project" in result.stdout:
        sys.exit(f"{' '.join(command)}\n{result.stdout}")


def check_vcpkg():
    manifest = json.loads((recipes / "vcpkg" / "vcpkg.json").read_text())
    assert manifest["version"] == version, f"the port is of version {manifest['version']}, the project of {version}"
    stand_ins = """
        cmake_minimum_required(VERSION 3.25)
        function(vcpkg_check_features)
          cmake_parse_arguments(a "" "OUT_FEATURE_OPTIONS" "FEATURES" ${ARGN})
          while(a_FEATURES)
            list(POP_FRONT a_FEATURES feature option)
            list(APPEND options -D${option}=OFF)
          endwhile()
          set(${a_OUT_FEATURE_OPTIONS} "${options}" PARENT_SCOPE)
        endfunction()
        function(vcpkg_cmake_configure)
          cmake_parse_arguments(a "" "SOURCE_PATH" "OPTIONS" ${ARGN})
          message("source ${a_SOURCE_PATH}")
          foreach(option IN LISTS a_OPTIONS)
            message("option ${option}")
          endforeach()
        endfunction()
        function(vcpkg_install_copyright)
          cmake_parse_arguments(a "" "" "FILE_LIST" ${ARGN})
          message("licence ${a_FILE_LIST}")
        endfunction()
        foreach(name IN ITEMS check_linkage cmake_install cmake_config_fixup fixup_pkgconfig copy_tools)
          cmake_language(EVAL CODE "function(vcpkg_${name})\\nendfunction()")
        endforeach()
    """
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder) / "port.cmake"
        script.write_text(f'{stand_ins}\nset(CURRENT_PACKAGES_DIR "{folder}/packages")\ninclude("{recipes}/vcpkg/portfile.cmake")\n')
        result = subprocess.run(["cmake", "-P", script], stderr=subprocess.PIPE, text=True)
    assert result.returncode == 0, result.stderr
    said = [line.split(" ", 1) for line in result.stderr.splitlines()]
    assert ["source", str(source)] in said and ["licence", str(source / "LICENSE")] in said, result.stderr
    options = [text for kind, text in said if kind == "option"]
    features = {"-DGPUALGO_CUDA=OFF", "-DGPUALGO_BUILD_TOOLS=OFF"}
    assert features <= set(options), options
    configure(options)


class Spec:
    variants = {"cuda_arch": types.SimpleNamespace(value=("90",))}

    def __init__(self, cuda):
        self.cuda = cuda

    def satisfies(self, _):
        return self.cuda


class Base:
    spec = None

    def define(self, name, value):
        value = ";".join(value) if isinstance(value, list) else {True: "ON", False: "OFF"}.get(value, value)
        return f"-D{name}={value}"

    def define_from_variant(self, name, _):
        return f"-D{name}=OFF"


class Anything:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


def check_spack():
    versions = []
    package = types.ModuleType("spack.package")
    package.CMakePackage, package.CudaPackage = Base, type("CudaPackage", (), {})
    package.version = lambda name, **_: versions.append(name)
    package.when = lambda _: Anything()
    for name in ("license", "variant", "depends_on", "requires"):
        setattr(package, name, lambda *_, **__: None)
    sys.modules["spack"], sys.modules["spack.package"] = types.ModuleType("spack"), package
    recipe = runpy.run_path(str(recipes / "spack/packages/gpualgo/package.py"))["Gpualgo"]
    assert versions[0] == version, f"the recipe is of version {versions[0]}, the project of {version}"
    assert recipe.git == f"file://{source}", recipe.git
    instance = recipe()
    instance.spec = Spec(cuda=True)
    with_cuda = instance.cmake_args()
    assert {"-DGPUALGO_CUDA=ON", "-DCMAKE_CUDA_ARCHITECTURES=90"} <= set(with_cuda), with_cuda
    instance.spec = Spec(cuda=False)
    configure(instance.cmake_args())


check_vcpkg()
check_spack()
print(f"the recipes configure version {version}")
