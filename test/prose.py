#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""prose.py SOURCE_DIR [--fix]: the rules of text in Markdown. A line for each breach; exits with 1 if there is one.

Lines have at most 100 columns, apart from tables, images and links, which cannot break. Sentences have at most 25 words.
None begins with "What" or "Of", and conditions begin with "if", not with "where". Links, files and names of the
library that pages mention exist. With --fix, paragraphs that are too wide are first broken into lines anew.
"""
import pathlib
import re
import sys
import textwrap

WIDTH, WORDS = 100, 25
CONDITION = re.compile(
    r"\b[Ww]here (there (is|are)|it (is|was|has|cannot)|that (is|does)|they (are|have)|no\b|not\b|beta|alpha|the (range|file|shape|system|call|vector)\b)"
)

source = pathlib.Path(sys.argv[1])
pages = [source / "README.md", source / "CHANGELOG.md", *sorted((source / "doc").glob("*.md")), *sorted((source / "doc" / "tutorial").glob("*.md")), *sorted((source / ".github").glob("*.md"))]
breaches, sentences_read = [], 0


def breach(page, number, text):
    breaches.append(f"{page.relative_to(source)}:{number}: {text}")


def paragraphs(lines):
    """Pairs of the number of the first line and the text of a paragraph, an item of a list, or a row of a table."""
    text, first = "", 0
    fenced = False
    for number, line in [*enumerate(lines, 1), (len(lines) + 1, "")]:
        if line.startswith("```"):
            fenced = not fenced
            line = ""
        ends = fenced or not line or line.startswith(("#", "|", "<!--", "![", "- ", "* ")) or re.match(r"\d+\. ", line)
        if ends and text:
            yield first, text
            text = ""
        if not fenced and line and not line.startswith(("#", "<!--", "![")):
            if not text:
                first = number
            text += " " + line.strip()
    if text:
        yield first, text


def sentences(text):
    text = re.sub(r"`[^`]*`", "x", text)  # code is a word
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\*\*|\*", "", text)
    text = re.sub(r"^ *([-*]|\d+\.) ", "", text)
    if text.lstrip().startswith("|"):
        parts = [cell for cell in text.split("|") if cell.strip()]
    else:
        parts = [text]
    for part in parts:
        yield from re.split(r"(?<=[.!?:;])\s+(?=[A-Zx\"(])|(?<=:)\s+", part.strip())


ITEM = re.compile(r"(?:[-*]|\d+\.) ")
WHOLE = re.compile(r"`[^`]*`|\[[^\]]*\]\([^)]*\)")  # code and links stay on one line


def wrapped(paragraph):
    if all(len(line) <= WIDTH for line in paragraph):
        return paragraph
    text = " ".join(line.strip() for line in paragraph)
    mark = (ITEM.match(text) or [""])[0]
    text = WHOLE.sub(lambda whole: whole[0].replace(" ", "\0"), text[len(mark) :])
    lines = textwrap.wrap(text, WIDTH, initial_indent=mark, subsequent_indent=" " * len(mark), break_long_words=False, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


def rewrap(page):
    result, paragraph, fenced = [], [], False
    for line in [*page.read_text().splitlines(), ""]:
        apart = fenced or not line.strip() or line.startswith(("```", "#", "|", "<!--", "!["))
        if apart or ITEM.match(line):
            result += wrapped(paragraph)
            paragraph = []
        fenced ^= line.startswith("```")
        (result if apart else paragraph).append(line)
    page.write_text("\n".join(result[:-1]) + "\n")


if "--fix" in sys.argv[2:]:
    for page in pages:
        rewrap(page)

headers = [*source.glob("include/gpualgo/*.*"), source / "include/gpualgo/kernel/reduce/canonical.hpp"]
known = {name for header in headers for name in re.findall(r"\w+", re.sub(r"//.*", "", header.read_text()))} | {"detail"}
NAMES = re.compile(r"\bgpu::(\w+)")
LINKS = re.compile(r"\]\((?!https?:)([^)#]+)")
PATHS = re.compile(r"`((?:include|src|test|bench|doc|\.github)/[\w./*-]+)`")

for page in pages:
    lines = page.read_text().splitlines()
    fenced = False
    for number, line in enumerate(lines, 1):
        fenced ^= line.startswith("```")
        unbroken = line.startswith(("|", "![", "    ", "<!--")) or max((len(word) for word in line.split()), default=0) > WIDTH // 2
        if len(line) > WIDTH and not unbroken and not fenced:
            breach(page, number, f"{len(line)} columns; at most {WIDTH}")
        comment = line.partition("//")[2] if fenced else ""
        if CONDITION.search(comment):
            breach(page, number, f'"where" of a condition, which is "if": {CONDITION.search(comment).group()}')
        for target in [] if fenced else LINKS.findall(line):
            if not (page.parent / target).exists():
                breach(page, number, f"the link to {target} leads nowhere")
        for name in NAMES.findall(line):
            if name not in known:
                breach(page, number, f"gpu::{name} is in no public header")
        for path in PATHS.findall(line):
            if page.name != "CHANGELOG.md" and not any(source.glob(path.rstrip("/"))):
                breach(page, number, f"{path} does not exist")
    for number, text in paragraphs(lines):
        for sentence in sentences(text):
            sentences_read += 1
            words = len(re.findall(r"[^\s]*\w[^\s]*", sentence))
            start = " ".join(sentence.split()[:6])
            if words > WORDS:
                breach(page, number, f"a sentence of {words} words: {start} ...")
            if re.match(r"(What|Of)\b(?! is\b.*\?)", sentence):
                breach(page, number, f"a sentence begins with {sentence.split()[0]}: {start} ...")
            if CONDITION.search(sentence):
                breach(page, number, f'"where" of a condition, which is "if": {CONDITION.search(sentence).group()}')

if sentences_read < 500:
    breaches.append(f"only {sentences_read} sentences were found")
print(*breaches, sep="\n", end="\n" if breaches else "")
print(f"{len(pages)} pages, {sentences_read} sentences, {len(breaches)} breaches")
sys.exit(1 if breaches else 0)
