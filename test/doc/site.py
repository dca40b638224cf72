#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""site.py DIRECTORY SOURCE_DIR: checks the site that Doxygen has made in DIRECTORY, from its XML and its HTML.

Links lead somewhere; public names are in a chapter with a description; signatures show no internal names; pages are in
the navigation, once.
"""
import html.parser
import pathlib
import re
import sys
import urllib.parse
import xml.etree.ElementTree

site, source = (pathlib.Path(argument) for argument in sys.argv[1:3])
breaches = []


class Links(html.parser.HTMLParser):
    """The links of a page, and the anchors that it has."""

    def __init__(self):
        super().__init__()
        self.links, self.anchors = [], set()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors |= {attributes[key] for key in ("id", "name") if attributes.get(key)}
        self.links += [attributes[key] for key in ("href", "src") if attributes.get(key)]


def check_links():
    pages = {}
    for path in (site / "html").glob("*.html"):
        pages[path.name] = Links()
        pages[path.name].feed(path.read_text())
    count = 0
    for name, page in pages.items():
        for link in page.links:
            url = urllib.parse.urlsplit(link)
            if url.scheme or url.netloc or link.startswith("javascript:"):
                continue
            count += 1
            target = urllib.parse.unquote(url.path) or name
            if not (site / "html" / target).exists():
                breaches.append(f"{name}: {link} leads nowhere")
            elif url.fragment == "nested-classes":
                continue  # Doxygen 1.9 links to the list also if all of its classes are private
            elif url.fragment and target in pages and urllib.parse.unquote(url.fragment) not in pages[target].anchors:
                breaches.append(f"{name}: {link}: there is no such anchor")
    return len(pages), count


def text_of(element):
    return "" if element is None else "".join(element.itertext()).strip()


def check_reference():
    compounds = [xml.etree.ElementTree.parse(path).find("compounddef") for path in (site / "xml").glob("*.xml") if path.stem not in ("index", "Doxyfile")]
    groups = [c for c in compounds if c is not None and c.get("kind") == "group"]
    grouped = {inner.get("refid") for group in groups for inner in group if inner.tag == "innerclass"}
    names = 0
    for compound in compounds:
        if compound is None:
            continue
        name, kind = compound.findtext("compoundname"), compound.get("kind")
        if kind == "concept":  # Doxygen 1.9 puts them into no group: the list of all concepts is a chapter
            names += 1
            if not text_of(compound.find("briefdescription")):
                breaches.append(f"{name} has no description")
        if kind in ("class", "struct", "union") and name.startswith("gpu::") and compound.get("prot") in (None, "public"):
            names += 1
            nested = any(compound.get("id").startswith(other.get("id") + "_1_1") for other in compounds if other is not None and other.get("kind") in ("class", "struct"))
            if compound.get("id") not in grouped and not nested:
                breaches.append(f"{name} is in no chapter of the reference")
        if kind == "namespace":
            breaches.extend(f"{name}::{m.findtext('name')} is in no chapter of the reference" for m in compound.iter("memberdef") if not m.get("id").startswith("group__"))
        if (kind == "group" or kind == "namespace" and name.startswith("gpu")) and not text_of(compound.find("briefdescription")) + text_of(compound.find("detaileddescription")):
            breaches.append(f"{kind} {name} has no description")
        for signature in [*compound.iter("memberdef"), compound]:
            parts = [signature.find(tag) for tag in ("type", "argsstring", "templateparamlist", "requiresclause", "definition", "initializer")]
            found = re.search(r"detail::\w+", " ".join(text_of(part) for part in parts[:-1]))
            if found and signature.get("prot") in (None, "public"):
                breaches.append(f"{name} {signature.findtext('name') or ''}: the signature has {found.group()}")
    return len(groups), names


def check_navigation():
    tree = (site / "html" / "navtreedata.js").read_text()
    front = source / "doc" / "README.md"  # the root of the tree
    for page in sorted({*(source / "doc").glob("*.md"), *(source / "doc" / "tutorial").glob("*.md")} - {front}):
        path = page.relative_to(source).with_suffix("")
        # Doxygen doubles the underscores of names
        urls = {"md_" + "_".join(path.parts) + ".html", "md_" + "_".join(part.replace("_", "__") for part in path.parts) + ".html"}
        entries = sum(len(re.findall(rf'^ *\[ "[^"]*", "{url}"', tree, re.M)) for url in urls)
        if entries != 1:
            breaches.append(f"{page.name} is in the navigation {entries} times")


def check_requirements():
    """The names of doc/requirements.hpp are in the headers, in namespace detail."""
    define = r"\b(?:concept|using|class|struct) (\w+)"
    headers = "".join(path.read_text() for path in (source / "include").rglob("*.hpp"))
    defined = set(re.findall(define, headers))
    for name in re.findall(r"^(?:concept|using|class) (\w+)", (source / "doc" / "requirements.hpp").read_text(), re.M):
        if name not in defined:
            breaches.append(f"doc/requirements.hpp explains {name}, which no header defines")


pages, links = check_links()
check_requirements()
groups, names = check_reference()
check_navigation()
if pages < 50 or links < 1000 or groups < 10 or names < 20:
    breaches.append(f"too little was found: {pages} pages, {links} links, {groups} chapters, {names} classes")
print(*breaches, sep="\n")
print(f"{pages} pages, {links} links, {groups} chapters, {names} classes and concepts; {len(breaches)} breaches")
sys.exit(1 if breaches else 0)
