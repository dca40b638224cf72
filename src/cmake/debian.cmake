# SPDX-License-Identifier: Apache-2.0
# Run by cpack on the installed trees, one for each component, before they become Debian packages: adds and changes what Debian's policy asks
# for, and an installation by CMake does not have.

find_program(GZIP gzip REQUIRED)

# The same file for the same input: neither name nor time of the file are in it.
function(compress source target)
  execute_process(COMMAND "${GZIP}" -9n --stdout "${source}" OUTPUT_FILE "${target}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC) # that of SOURCE_DATE_EPOCH, if it is set
set(scratch "${CPACK_TEMPORARY_DIRECTORY}/../debian")
file(WRITE "${scratch}/changelog" "gpualgo (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}: see changelog.gz.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")
file(WRITE "${scratch}/copyright" "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: libgpualgo
Source: ${CPACK_PACKAGE_HOMEPAGE_URL}
Comment: The library contains Boost.Context, under the Boost Software License
 1.0. If it was built with CUDA, it also contains NVIDIA's CUDA runtime, under
 the license agreement of the CUDA toolkit.

Files: *
Copyright: 2026 The libgpualgo authors
License: Apache-2.0
 Licensed under the Apache License, Version 2.0 (the \"License\"); you may not
 use this software except in compliance with the License.
 .
 On Debian systems, the full text of the License is in
 /usr/share/common-licenses/Apache-2.0.
")

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} name)
  set(usr "${CPACK_TEMPORARY_DIRECTORY}/${component}${CPACK_PACKAGING_INSTALL_PREFIX}")
  set(documents "${usr}/share/doc/${CPACK_DEBIAN_${name}_PACKAGE_NAME}")
  file(MAKE_DIRECTORY "${documents}")
  file(COPY "${scratch}/copyright" DESTINATION "${documents}")
  compress("${CPACK_GPUALGO_SOURCE_DIR}/CHANGELOG.md" "${documents}/changelog.gz")
  compress("${scratch}/changelog" "${documents}/changelog.Debian.gz")

  file(GLOB pages "${usr}/share/man/man*/*.[1-9]")
  foreach(page IN LISTS pages)
    compress("${page}" "${page}.gz")
    file(REMOVE "${page}")
  endforeach()
  if(EXISTS "${usr}/share/zsh/site-functions") # of Debian's directories, the one for packages
    file(RENAME "${usr}/share/zsh/site-functions" "${usr}/share/zsh/vendor-completions")
  endif()
  file(GLOB programs "${usr}/bin/*")
  foreach(program IN LISTS programs)
    file(RPATH_REMOVE FILE "${program}") # the library lies where the loader looks
  endforeach()
endforeach()
