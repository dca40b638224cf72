// SPDX-License-Identifier: Apache-2.0
/// A fake NVRTC and nvJitLink in one library. "Machine code" is a list of what was given. The
/// environment says what it knows: FAKE_ARCHITECTURE, its newest one (and 80). A source with the
/// word "wrong" does not compile. If TOO_OLD is defined, functions are missing, as in CUDA 11.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#define EXPORTED extern "C" __attribute__((visibility("default")))

namespace {

struct program {
    std::string source, result;
};

int newest() {
    char const* const given = std::getenv("FAKE_ARCHITECTURE");
    return given != nullptr ? std::atoi(given) : 90;
}

template <class Options>
std::string joined(int count, Options const* options) {
    std::string text;
    for (int i = 0; i < count; ++i) text += std::string(options[i]) + " ";
    return text;
}

int copy(std::string const& text, void* out) {
    std::memcpy(out, text.data(), text.size());
    return 0;
}

char const log_text[] = "gpu::source(1): error: this is wrong";

} // namespace

EXPORTED int nvrtcCreateProgram(void** made, char const* source, char const*, int,
                                char const* const*, char const* const*) {
    *made = new program{source, ""};
    return 0;
}
EXPORTED int nvrtcDestroyProgram(void** made) {
    delete static_cast<program*>(*made);
    *made = nullptr;
    return 0;
}
EXPORTED int nvrtcCompileProgram(void* made, int count, char const* const* options) {
    auto& p = *static_cast<program*>(made);
    if (p.source.find("wrong") != std::string::npos) return 6;
    p.result = "nvrtc " + joined(count, options);
    return 0;
}
#ifndef TOO_OLD
EXPORTED int nvrtcGetLTOIRSize(void* made, std::size_t* size) {
    *size = static_cast<program*>(made)->result.size();
    return 0;
}
EXPORTED int nvrtcGetLTOIR(void* made, char* out) {
    return copy(static_cast<program*>(made)->result, out);
}
#endif
EXPORTED int nvrtcGetCUBINSize(void* made, std::size_t* size) {
    *size = static_cast<program*>(made)->result.size();
    return 0;
}
EXPORTED int nvrtcGetCUBIN(void* made, char* out) {
    return copy(static_cast<program*>(made)->result, out);
}
EXPORTED int nvrtcGetPTXSize(void* made, std::size_t* size) {
    *size = static_cast<program*>(made)->result.size() + 5;
    return 0;
}
EXPORTED int nvrtcGetPTX(void* made, char* out) {
    return copy(static_cast<program*>(made)->result + " ptx", out);
}
EXPORTED int nvrtcGetProgramLogSize(void*, std::size_t* size) {
    *size = sizeof log_text;
    return 0;
}
EXPORTED int nvrtcGetProgramLog(void*, char* out) {
    std::memcpy(out, log_text, sizeof log_text);
    return 0;
}
EXPORTED int nvrtcVersion(int* major, int* minor) {
    *major = 13;
    *minor = 7;
    return 0;
}
EXPORTED int nvrtcGetNumSupportedArchs(int* count) {
    *count = 2;
    return 0;
}
EXPORTED int nvrtcGetSupportedArchs(int* out) {
    out[0] = newest();
    out[1] = 80;
    return 0;
}
EXPORTED char const* nvrtcGetErrorString(int) { return "NVRTC_ERROR_COMPILATION"; }

EXPORTED int nvJitLinkCreate(void** made, std::uint32_t count, char const* const* options) {
    *made = new program{"", "nvjitlink " + joined(static_cast<int>(count), options)};
    return 0;
}
EXPORTED int nvJitLinkDestroy(void** made) { return nvrtcDestroyProgram(made); }
EXPORTED int nvJitLinkAddData(void* made, int, void const* data, std::size_t size, char const*) {
    auto& p = *static_cast<program*>(made);
    p.source.append(static_cast<char const*>(data), size);
    return 0;
}
EXPORTED int nvJitLinkComplete(void* made) {
    return static_cast<program*>(made)->source.find("damaged") == std::string::npos ? 0 : 3;
}
EXPORTED int nvJitLinkGetLinkedCubinSize(void* made, std::size_t* size) {
    return nvrtcGetCUBINSize(made, size);
}
EXPORTED int nvJitLinkGetLinkedCubin(void* made, void* out) {
    return nvrtcGetCUBIN(made, static_cast<char*>(out));
}
EXPORTED int nvJitLinkGetLinkedPtxSize(void* made, std::size_t* size) {
    return nvrtcGetPTXSize(made, size);
}
EXPORTED int nvJitLinkGetLinkedPtx(void* made, char* out) { return nvrtcGetPTX(made, out); }
EXPORTED int nvJitLinkGetErrorLogSize(void*, std::size_t* size) {
    return nvrtcGetProgramLogSize(nullptr, size);
}
EXPORTED int nvJitLinkGetErrorLog(void*, char* out) { return nvrtcGetProgramLog(nullptr, out); }
EXPORTED int nvJitLinkVersion(unsigned* major, unsigned* minor) {
    *major = 13;
    *minor = 7;
    return 0;
}
