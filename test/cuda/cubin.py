# SPDX-License-Identifier: Apache-2.0
"""Reads registers, memory and instructions of kernels from object files made by nvcc, without a disassembler,
which not every toolkit has. Encodings are those of compute capability 7.0 to 12.0."""

import array
import ctypes
import re
import struct

FAT_MAGIC, FAT_CUBIN = 0xBA55ED50, 2
ENTRY = 0x10  # symbol flag: a kernel, not a device function
LOCAL_FUNCTION = 0x02  # type and binding of a symbol
FRAME_SIZE, REGISTERS = 0x11, 0x2F  # attributes
RZ = 0xFF  # the zero register

# The low 9 bits of an instruction are its operation, whatever its operands are.
LDG, LDL, STG, STL, LDGSTS = 0x181, 0x183, 0x186, 0x187, 0x1AE
CALL_ABSOLUTE, CALL_RELATIVE = 0x143, 0x144
GMMA, GMMA_INTEGERS, WARPGROUP = 0x1F0, 0x1F1, 0x1C5  # wgmma.mma_async, and its fences and waits
FFMA, DFMA, HFMA2, HFMA2_MMA = 0x023, 0x02B, 0x031, 0x035


class Elf:
    """The sections and symbols of a 64-bit ELF file."""

    def __init__(self, data):
        if data[:5] != b"\x7fELF\x02":
            raise ValueError("no 64-bit ELF file")
        self.data = data
        at, size, count, names = struct.unpack_from("<Q", data, 0x28) + struct.unpack_from("<HHH", data, 0x3A)
        # name, type, flags, address, offset, size, link, info, alignment, entry size
        self.headers = [struct.unpack_from("<IIQQQQIIQQ", data, at + i * size) for i in range(count)]
        texts = self.contents(names)
        self.names = [text_at(texts, header[0]) for header in self.headers]

    def contents(self, i):
        _, kind, _, _, offset, size, *_ = self.headers[i]
        return b"" if kind == 8 else self.data[offset : offset + size]  # type 8 (NOBITS): nothing is stored

    def section(self, name):
        return self.contents(self.names.index(name)) if name in self.names else b""

    def size(self, name):
        """Bytes of a section, stored or not."""
        return self.headers[self.names.index(name)][5] if name in self.names else 0

    def symbols(self):
        """Name, type and binding, flags, section, offset and size of each."""
        i = self.names.index(".symtab")
        texts = self.contents(self.headers[i][6])
        for name, info, other, section, value, size in struct.iter_unpack("<IBBHQQ", self.contents(i)):
            yield text_at(texts, name), info, other, section, value, size


class Kernel:
    def __init__(self, name, code, registers, local_bytes, shared_bytes):
        self.name, self.registers, self.local_bytes, self.shared_bytes = name, registers, local_bytes, shared_bytes
        words = array.array("Q", code)
        self.instructions = list(zip(words[::2], words[1::2]))  # 128 bits each

    def count(self, *operations):
        return sum(low & 0x1FF in operations for low, _ in self.instructions)

    def vectors(self, operation):
        """Instructions of an operation, LDG or STG, that move 16 bytes."""
        return sum(low & 0x1FF == operation and high >> 9 & 7 == 6 for low, high in self.instructions)

    def fused_products(self):
        """Number of fused multiply-adds. HFMA2 with the zero register loads a constant and does not count."""
        halves = sum(low & 0x1FF in (HFMA2, HFMA2_MMA) and low >> 24 & 0xFF != RZ for low, _ in self.instructions)
        return halves + self.count(FFMA, DFMA)


def text_at(texts, offset):
    return texts[offset : texts.index(b"\0", offset)].decode()


def decompressed(data, size):
    zstd = ctypes.CDLL("libzstd.so.1")
    zstd.ZSTD_decompress.restype = ctypes.c_size_t
    target = ctypes.create_string_buffer(size)
    if zstd.ZSTD_decompress(target, ctypes.c_size_t(size), data, ctypes.c_size_t(len(data))) != size:
        raise ValueError("a cubin that cannot be decompressed")
    return target.raw


def cubins_of(fat):
    """Architecture and contents of each cubin in a section of fat binaries."""
    at = 0
    while at + 16 <= len(fat):
        magic, _, header, size = struct.unpack_from("<IHHQ", fat, at)
        if magic != FAT_MAGIC:
            raise ValueError("no fat binary")
        entry, end = at + header, at + header + size
        while entry < end:
            kind, _, header, size, stored, _, _, architecture = struct.unpack_from("<HHIQIIII", fat, entry)
            (plain,) = struct.unpack_from("<Q", fat, entry + 0x38)
            if kind == FAT_CUBIN:
                contents = fat[entry + header : entry + header + (stored or size)]
                yield architecture, contents if contents[:4] == b"\x7fELF" else decompressed(contents, plain)
            entry += header + size
        at = end


def attributes(info, wanted):
    """Values of an attribute, by symbol index."""
    found, at = {}, 0
    while at < len(info):
        form, attribute, size = struct.unpack_from("<BBH", info, at)
        at += 4
        if form != 4:  # the value is stored in place of the size
            continue
        if attribute == wanted:
            symbol, value = struct.unpack_from("<II", info, at)
            found[symbol] = value
        at += size
    return found


def kernels_in(contents):
    """Kernels of a cubin."""
    cubin = Elf(contents)
    info = cubin.section(".nv.info")
    registers, frames = attributes(info, REGISTERS), attributes(info, FRAME_SIZE)
    for i, (name, _, other, section, value, size) in enumerate(cubin.symbols()):
        if not other & ENTRY:
            continue
        code = cubin.contents(section)[value : value + size]
        local = frames.get(i, 0) + len(cubin.section(f".nv.local.{name}"))
        yield Kernel(name, code, registers.get(i), local, cubin.size(f".nv.shared.{name}"))


def kernels_of(path):
    """Kernels of an object file for the newest architecture in it. Raises ValueError."""
    with open(path, "rb") as file:
        cubins = list(cubins_of(Elf(file.read()).section(".nv_fatbin")))
    newest = max((architecture for architecture, _ in cubins), default=0)
    for architecture, contents in cubins:
        if architecture == newest:
            yield from kernels_in(contents)


def plain_name(mangled):
    """A mangled name without the mark of internal linkage that names on the host have, and its part before arguments."""
    prefix = "_ZN" if mangled.startswith("_ZN") else "_Z"
    at, template = len(prefix), prefix
    while match := re.match(r"L?(\d+)", mangled[at:]):
        end = at + match.end() + int(match.group(1))
        template += mangled[at:end].lstrip("L")
        at = end
    return template + mangled[at:], template


def missing_kernels_of(path):
    """Instances of kernel templates that the host launches, but that were not compiled for the device. Launches of them
    fail with cudaErrorInvalidResourceHandle. nvcc leaves kernels out if its two parsers disagree on a condition."""
    names = {kernel.name for kernel in kernels_of(path)}
    templates = {plain_name(name)[1] for name in names}
    with open(path, "rb") as file:
        symbols = list(Elf(file.read()).symbols())
    for name, info, _, section, _, _ in symbols:
        if info != LOCAL_FUNCTION or section == 0:
            continue
        name, template = plain_name(name)
        if template in templates and name not in names:
            yield name
