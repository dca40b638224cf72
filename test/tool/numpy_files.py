#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""numpy_files.py DIRECTORY [COMMAND...]: has NumPy write one array of each kind, and lists them in DIRECTORY/manifest.txt.

With a COMMAND, runs it with GPUALGO_TEST_ARRAYS=DIRECTORY and ends with 1 where it fails. Ends with 77 where there is no NumPy.
The files in data/ were written by this script. bfloat16 needs ml_dtypes; its files are left out where there is none.
"""

import os
import subprocess
import sys
import warnings

try:
    import numpy as np
except ImportError:
    sys.exit(77)
try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None

TYPES = {
    "int8": "i1", "int16": "i2", "int32": "i4", "int64": "i8",
    "uint8": "u1", "uint16": "u2", "uint32": "u4", "uint64": "u8",
    "half": "f2", "float": "f4", "double": "f8",
    "complex64": "c8", "complex128": "c16",
}
if ml_dtypes:
    TYPES["bfloat16"] = ml_dtypes.bfloat16

# What NumPy writes and the tool refuses, and a part of what it says.
REFUSED = {
    "big_endian": (np.ones(3, ">f4"), "big-endian, '>f4'"),
    "bool": (np.ones(3, "?"), "bool"),
    "bytes": (np.array([b"ab", b"c"]), "strings of bytes"),
    "strings": (np.array(["ab", "c"]), "strings, '<U2'"),
    "objects": (np.array([None, 1], object), "Python objects"),
    "structured": (np.zeros(2, [("a", "i4"), ("b", "f8")]), "structured"),
    "times": (np.zeros(2, "M8[s]"), "points in time"),
    "durations": (np.zeros(2, "m8[D]"), "spans of time"),
    "size_zero": (np.zeros(2, "V0"), "of size zero"),
    "untyped": (np.zeros(2, "V2"), "--type bfloat16"),
    "untyped_8": (np.zeros(2, "V8"), "bytes of no type"),
}
if np.longdouble().itemsize == 16:
    REFUSED["long_double"] = (np.ones(2, "g"), "floating-point numbers of another size")
if ml_dtypes:
    REFUSED["float8"] = (np.ones(2, ml_dtypes.float8_e4m3fn), "bytes of no type")


class Writer:
    """Writes files into a directory, and a line about each into its manifest."""

    def __init__(self, directory):
        os.makedirs(directory, exist_ok=True)
        self.directory = directory
        self.manifest = open(os.path.join(directory, "manifest.txt"), "w")

    def write(self, name, array, about, version=None):
        with open(os.path.join(self.directory, name + ".npy"), "wb") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # NumPy says that versions 2.0 and 3.0 need a NumPy that is not ancient
            np.lib.format.write_array(file, array, version)
        print(name + ".npy", *about, sep="\t", file=self.manifest)

    def counted(self, name, type_name, shape, order="C", version=None):
        """1, 2, 3 ... in the order of memory; complex numbers 1+1i, 2+2i, 3+3i ..."""
        numbers = np.arange(1, int(np.prod(shape)) + 1).astype(TYPES[type_name])
        if type_name.startswith("complex"):
            numbers = (numbers * (1 + 1j)).astype(TYPES[type_name])
        array = numbers.reshape(shape, order=order)
        self.write(name, array, (type_name, ",".join(map(str, shape)), order), version)


def main():
    writer = Writer(sys.argv[1])
    for type_name in TYPES:
        writer.counted(type_name, type_name, (7,))
        writer.counted(type_name + "_columns", type_name, (3, 2), "F")
    writer.counted("one_number", "double", ())
    writer.counted("empty", "float", (3, 0, 2))
    writer.counted("rank_32", "int16", (1,) * 30 + (2, 3))
    writer.counted("version_2", "int32", (2, 2, 2), "F", (2, 0))
    writer.counted("version_3", "float", (2, 3), "C", (3, 0))
    for name, (array, words) in REFUSED.items():
        writer.write("refused_" + name, array, ("refused", words))
    writer.manifest.close()
    if sys.argv[2:]:  # its status is not handed on: Catch2 counts failures in it, of which there may be 77
        failed = subprocess.call(sys.argv[2:], env={**os.environ, "GPUALGO_TEST_ARRAYS": writer.directory}) != 0
        sys.exit(int(failed))


main()
