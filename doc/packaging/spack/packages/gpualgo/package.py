# SPDX-License-Identifier: Apache-2.0
"""A recipe that builds the checkout that it lies in.

spack repo add doc/packaging/spack && spack install gpualgo
"""
import pathlib

from spack.package import *


class Gpualgo(CMakePackage, CudaPackage):
    """STL-style algorithms on GPUs, for programs that plain g++ compiles."""

    # the repository itself: five folders up
    git = "file://" + str(pathlib.Path(__file__).resolve().parents[5])

    license("Apache-2.0")

    version("0.1.0", tag="v0.1.0")
    version("main", branch="main")

    variant("tool", default=True, description="Build the command-line tool")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("tbb")
    depends_on("boost+context")
    depends_on("cuda@12.8:", when="+cuda")
    with when("+tool"):
        depends_on("cli11")
        depends_on("fmt")
        depends_on("nlohmann-json")

    requires("target=x86_64:", "platform=linux", msg="libgpualgo is for Linux on x86-64")

    def cmake_args(self):
        args = [
            self.define_from_variant("GPUALGO_BUILD_TOOLS", "tool"),
            self.define("GPUALGO_CUDA", "ON" if self.spec.satisfies("+cuda") else "OFF"),
            self.define("GPUALGO_BUILD_TESTS", False),
        ]
        architectures = self.spec.variants["cuda_arch"].value if self.spec.satisfies("+cuda") else ("none",)
        if "none" not in architectures:
            args.append(self.define("CMAKE_CUDA_ARCHITECTURES", list(architectures)))
        return args
