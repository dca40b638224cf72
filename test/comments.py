#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""comments.py PATH...: the English of comments in C++ and CUDA sources. Run by style.sh.

A PATH is a file or a folder. Each sentence has at most 25 words and does not begin with "What" or "Of"; conditions are
"if", not "where", and alternatives "otherwise", not "else". Prints one line per breach; exits with 1 if there is one.
"""
import pathlib
import re
import sys

SUFFIXES = {".hpp", ".cuh", ".cpp", ".cu"}
MOST_WORDS = 25

# Strings and numbers may contain what looks like a comment or a quote.
TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
    |R"(?P<delimiter>[^()\\\s]*)\(.*?\)(?P=delimiter)"
    |"(?:\\.|[^"\\\n])*"
    |\b\d[\w.']*
    |'(?:\\.|[^'\\\n])*'""",
    re.VERBOSE | re.DOTALL,
)
MARKER = re.compile(r"///<|//[/!]?|/\*\*?<?|\*/|^\s*\*(?!/)")
# Lines that are no prose.
MARK = re.compile(r"(expect|and): |\[[\w ]+\]$|SPDX-|clang-format (on|off)|namespace \S+$")
# Tags whose line is complete, tags followed by a name, and tags followed by prose.
WHOLE_LINE = re.compile(r"[@\\](file|defgroup|ingroup|addtogroup|name|par|copy\w+|cond|endcond|snippet|page|section|{|})")
NAMED = re.compile(r"[@\\](param(?:\[[\w,]+\])?|tparam|throws|retval)\s+\S+\s*")
TAGGED = re.compile(r"[@\\](?:returns?|brief|details|note|warning|pre|post|see|sa|since|todo|overload)\b\s*")
ITEM = re.compile(r"(?:[-*+]|\d+\.)\s+")
FENCE = re.compile(r"```|~~~|[@\\](code|endcode|verbatim|endverbatim)\b")

END_OF_SENTENCE = re.compile(r"""(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bcf)(?<!\bvs)(?<!\.)[.!?]["')\]]*(?=\s|$)""")
OPENING = re.compile(r"""["'(]*(What|Of)\b""")
ELSE = re.compile(r"\b(?<!nothing )(?<!\bany )(?<!thing )(?<!body )(?<!where )(?<!one )(?<!all )(?<!what )(?<!who )else\b(?!-)", re.IGNORECASE)

# "where" that states a condition. Places remain: "the device where it lies", "tells where memory comes from".
NOUN = r"[\w'./-]+(?: [\w'./-]+){0,4}"
CONDITIONS = [
    re.compile(pattern)
    for pattern in (
        r"^Where\b[^.:]*,",
        r"^Throws\b.*\bwhere\b",
        r"\bwhere (?:there|none|nothing|neither|both|either)\b",
        r"\bwhere (?:it|they|this|that|these|those|one|some|all|two|several|any) (?:can|cannot|could|needs?|wants?|fails?|allows?)\b",
        r"\bwhere " + NOUN + r" (?:is|are|was|were) (?:0|1|not|no|none|nothing|never|only|given|needed|known|wanted|to be|too|more"
        r"|less|one|several|an?|all|both|of|null|empty|true|false|negative|equal|wrong|right|const|enough|included|defined|built|asked"
        r"|canonical|row-major|allowed|ours|larger|smaller|wider|narrower)\b",
        r"\bwhere " + NOUN + r" (?:has|have|does not|do not|cannot|must|may not|fails?|asks?|wants?|allows?|differs?|exceeds?|matters?)\b",
        r"\b(?:null|empty|none|nothing|unspecified|true|false|zero|NaN|[01]|only|even|except|but|unless|also|fewer|CODE),? where\b",
    )
]
# A place all the same: "stays where it is", "tells where there is room".
PLACE = re.compile(r"\b(?:stays?|remains?|from|to|tells?|told|knows?|lies?|left|read|kept|says|place|points?)$")


def comments_of(text):
    """Yields (line number, text) of each comment; line comments below each other are one comment."""
    block, previous = [], None
    for token in TOKEN.finditer(text):
        if token["comment"] is None:
            continue
        number = text.count("\n", 0, token.start()) + 1
        start = text.rfind("\n", 0, token.start()) + 1
        column = token.start() - start
        is_alone = not text[start : token.start()].strip()
        marker = re.match(r"///?<?|/\*", token["comment"])[0]
        place = (number, column, marker)
        if not (block and is_alone and marker != "/*" and place == (previous[0] + 1, *previous[1:])):
            if block:
                yield block
            block = []
        lines = token["comment"].split("\n")
        block += [(number + i, MARKER.sub("", line).rstrip()) for i, line in enumerate(lines)]
        previous = (number + len(lines) - 1, column, marker)
    if block:
        yield block


def passages_of(block):
    """Yields lists of (line number, text): paragraphs, items of lists, and texts of tags."""
    passage, is_code = [], False
    for number, line in block:
        line = re.sub(r"NOLINT\w*(\([^)]*\))?:?", "", line).strip()
        if FENCE.match(line):
            is_code = not is_code if line[:3] in ("```", "~~~") else "end" not in line[:5]
            line = ""
        elif is_code or MARK.match(line) or WHOLE_LINE.match(line) or line.startswith("|") or set(line) <= set("-=* "):
            line = ""
        tag = NAMED.match(line) or TAGGED.match(line) or ITEM.match(line)
        if not line or tag:
            if passage:
                yield passage
            passage = []
            if tag:
                line = ("Throws " if tag[0][1:].startswith("throws") else "") + line[tag.end() :]
        if line:
            passage.append((number, line))
    if passage:
        yield passage


def sentences_of(passage):
    """Yields (line number, sentence). Code between backticks counts as one word."""
    text, starts = "", []
    for number, line in passage:
        starts.append((len(text), number))
        text += line + " "
    # of the same length, so that places in the text stay what they are
    text = re.sub(r"`[^`]*`", lambda code: "CODE".ljust(len(code[0]), "_")[: len(code[0])], text)
    begin = 0
    for end in [found.end() for found in END_OF_SENTENCE.finditer(text)] + [len(text)]:
        sentence = text[begin:end]
        if sentence.strip():
            place = begin + len(sentence) - len(sentence.lstrip())
            yield max(number for start, number in starts if start <= place), re.sub("CODE_+", "CODE", sentence.strip())
        begin = end


def states_condition(sentence):
    for pattern in CONDITIONS:
        for found in pattern.finditer(sentence):
            where = sentence.lower().find("where", found.start())
            leads = where == 0 and sentence.startswith("where") and not sentence.startswith("where there ")
            if not leads and not PLACE.search(sentence[:where].rstrip(" ,")):
                return True
    return False


def breaches_of(sentence):
    opening = OPENING.match(sentence)
    if opening:
        yield f'begins with "{opening[1]}"'
    if states_condition(sentence):
        yield '"where" for "if"'
    if ELSE.search(sentence):
        yield '"else" for "otherwise"'
    words = [word for word in sentence.split() if re.search(r"\w", word)]
    if len(words) > MOST_WORDS:
        yield f"a sentence of {len(words)} words; at most {MOST_WORDS}"


def main():
    files = []
    for path in map(pathlib.Path, sys.argv[1:]):
        found = [path] if path.is_file() else [file for file in sorted(path.rglob("*")) if file.suffix in SUFFIXES]
        if not found:
            print(f"{path}: no sources")
            return 1
        files += found
    sentences = breaches = 0
    for file in files:
        for block in comments_of(file.read_text()):
            for passage in passages_of(block):
                for number, sentence in sentences_of(passage):
                    sentences += 1
                    for breach in breaches_of(sentence):
                        breaches += 1
                        print(f"{file}:{number}: {breach}: {sentence}")
    if breaches or not sentences:
        print(f"{breaches} breaches in {sentences} sentences")
        return 1
    print(f"{sentences} sentences in comments of {len(files)} files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
