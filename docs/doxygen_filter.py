"""What Doxygen reads in place of a header: line for line the same, with the house's way of writing comments put into Doxygen's words.

    /// One sentence.         the first comment after #pragma once is the file's
    ///   y[i] = ...          three blanks: a formula or code, shown as it stands
    /// Shapes   x: n x c.    a capital word and two blanks: a field with its name in bold
    /// All: O(n * c).        with a blank line below: a section's comment, part of what each declaration up to the next one says
    /// Its shape:            ends with a colon: speaks for every declaration below it, up to a blank line or the next comment

Any comment speaks for the overloads right below what it describes, a class's for its constructors, that of an enumeration on one line for
its values, that of BasicX for X, and a struct's for the fields that it names.  Copies, moves and destructors do what they always do;
explicit instantiations and full specialisations are left out.
"""
import re
import sys

DECLARES_SCOPE = re.compile(r"^(template <.*> )?(class|struct|union|enum class|enum|namespace)\b")
SILENT = re.compile(r"^(#|\}|\w+:$|namespace\b|using namespace|friend\b|extern template|static_assert|EDGEWISE_API|(class|struct) \w+;$)")
SPECIAL = re.compile(r"^(virtual )?~\w+\(|operator=\(|^(\w+)\((const )?\2(<\w+>)?&+")


SEVERAL = re.compile(r"[\w:<>, ]+ \w+( = [^,()]*)?(, \w+( = [^,()]*)?)+;$")
NAMED = re.compile(r"~?(\w+|operator\W+)\(|(\w+)(?: = .*|\{.*\})?;$")


def plain(text):
    """Nothing in the text is a tag, a command or a mark, but for `code` and *emphasis*."""
    pieces = text.replace(" .. ", " … ").split("`")  # a full stop and a blank end Doxygen's first sentence
    for k in range(0, len(pieces), 2):
        piece = re.sub(r"([\\@#%<>])", r"\\\1", pieces[k])
        pieces[k] = re.sub(r"(?<=[\w)\] ])\*(?=[\w(\[ ])(?<! \*(?=\w))", r"\\*", piece)
    return "`".join(pieces)


def worded(text):
    """One line of a comment, its fields as the alias of the Doxyfile."""
    parts = re.split(r"(?:^ ?|(?<=[.;])  )([A-Z][a-z]+)  +", text)
    line = plain(parts[0])
    for name, rest in zip(parts[1::2], parts[2::2]):
        line += f" @field{{{name}}} " + plain(rest)
    return line


def each(declarators, text):
    """`double a = 1, b = 2;` with the text behind all but the last of the two."""
    return re.sub(r", (?=\w+( = [^,]*)?[,;])", f" /**< {text} */, ", declarators) if SEVERAL.match(declarators.strip()) else declarators


def name_of(declaration):
    return next((named[1] or named[2] for named in NAMED.finditer(declaration)), None)


class Comment:
    """Lines behind ///, and where they stand."""

    def __init__(self):
        self.texts, self.places = [], []

    def lines(self):
        """Line by line, runs of three blanks as they stand."""
        result, verbatim = [], False
        for k, text in enumerate(self.texts):
            code = text.startswith("   ") and (verbatim or text[3:4] not in ("", " "))
            ends = code and not (k + 1 < len(self.texts) and self.texts[k + 1].startswith("   "))
            result.append(("@verbatim " if code and not verbatim else "") + (text[3:] + " @endverbatim" * ends if code else worded(text)))
            verbatim = code and not ends
        return result

    def joined(self):
        """All of it on one line."""
        return re.sub(r":$", ".", " ".join(re.sub(r"^@verbatim |@endverbatim$", "", line) for line in self.lines()).replace("*/", "* /").strip())


class Scope:
    """What an open brace belongs to: "namespace", "class" or "body" (of a function, a list of values: nothing in it is public)."""

    def __init__(self, statement, comment, section):
        kind = DECLARES_SCOPE.match(statement)
        self.kind = "body" if not kind or kind[2].startswith("enum") else "namespace" if kind[2] == "namespace" else "class"
        name = re.match(r"\w+", statement[kind.end():].strip()) if kind else None
        self.name = name[0] if name else ""
        self.text = comment.joined() if comment else ""
        self.section = section  # the one outside


class Header:
    """Walks the lines of a header once; `out` holds what Doxygen gets."""

    def __init__(self, lines):
        self.lines, self.out, self.scopes = lines, list(lines), []
        self.above = None    # the comment that is being read
        self.speaks = None   # the one that speaks for what comes
        self.section = None  # the one of the section
        self.statement, self.last = "", ""  # the declaration so far; the name of the one before it
        self.whole, self.first = True, True  # the next line begins a declaration; no comment was met so far
        self.hidden = False  # inside a full specialisation
        for place, line in enumerate(lines):
            bare = line.strip()
            if bare.startswith("///<"):
                self.out[place] = "///<" + plain(bare[4:])
            elif bare.startswith("///") and self.whole:
                self.above = self.above or Comment()
                self.above.texts.append(bare[3:])
                self.above.places.append(place)
            else:
                fresh = self.above is not None
                if fresh:
                    self.end_comment(bare)
                if bare:
                    self.code(place, line, re.sub(r"\s*//.*$", "", bare), fresh)
                else:
                    self.speaks = None

    def end_comment(self, below):
        comment, self.above = self.above, None
        for place, text in zip(comment.places, comment.lines()):
            self.out[place] = "///" + text
        if self.first:
            self.out[comment.places[0]] = "/// @thisfile " + self.out[comment.places[0]][3:]
        elif not below:
            self.section = comment
            for place in comment.places:
                self.out[place] = ""
        else:
            self.speaks = comment
            if self.section:
                self.out[comment.places[-1]] += " @also " + self.section.joined()
        self.first = False

    def code(self, place, line, code, fresh):
        if "///<" in line:
            head, tail = line.split("///<", 1)
            self.out[place] = each(head, plain(tail)) + "///<" + plain(tail)
        if code == "template <>":
            self.hidden = True
            self.out[place] = "/** @cond */ " + line
        elif self.hidden and line.startswith("};"):
            self.hidden = False
            self.out[place] = line + " /** @endcond */"
        if self.whole and not any(scope.kind == "body" for scope in self.scopes):
            self.statement = ""
            self.begin(place, code, fresh or "///<" in line)
        self.statement = (self.statement + " " + code).strip()
        self.last = name_of(re.sub(r"^template <.*?> ", "", self.statement)) or self.last

        values = re.match(r"enum class \w+ \{(.*)\};", code)
        if values and self.speaks:
            said = ", ".join(f"{value.strip()} /**< {self.speaks.joined()} */" for value in values[1].split(","))
            self.out[place] = self.out[place].replace(values[1], said)
        self.braces(re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'', "", code))

    def begin(self, place, code, said):
        """A declaration begins: gives it the comment that speaks for it where it has none of its own."""
        named = self.lines[place + 1].strip() if code.startswith("template") else code  # the line with the name
        if SILENT.match(code):
            self.out[place] = "" if code.startswith(("extern template", "EDGEWISE_API")) else self.out[place]
            self.speaks = self.speaks if code.startswith("#") else None
        elif SPECIAL.search(named):
            self.out[place] = "/** Copied, moved, destroyed as usual. */ " + self.out[place]
        elif not said:
            text = self.spoken(named)
            if text and SEVERAL.match(code):
                self.out[place] = f"{each(self.out[place].rstrip(), text)} /**< {text} */"
            elif text:
                self.out[place] = f"/** {text}  */ " + self.out[place]

    def spoken(self, code):
        alias = re.match(r"using (\w+) = (\w*::)*(Basic\1)<float>;", code)
        if alias:
            return f"{alias[3]} over float."
        if self.speaks and (self.speaks.texts[-1].endswith(":") or name_of(code) == self.last):
            return self.speaks.joined()
        scope = self.scopes[-1] if self.scopes else None
        if scope and scope.kind == "class":
            field = re.search(r"(\w+)( = .*|\{.*\})?;$", code)
            told = field and "(" not in code.split("=")[0] and re.search(rf"\b{field[1]}\b", scope.text)
            if told or re.match(rf"(explicit )?{scope.name}\(", code):
                return scope.text
        return ""

    def braces(self, code):
        found = re.findall(r"[{}]", code)
        if found.count("{") != found.count("}") or found[:1] == ["}"]:  # else what opens here closes here
            for brace in found:
                if brace == "{":
                    self.scopes.append(Scope(self.statement, self.speaks, self.section))
                    if self.scopes[-1].kind != "body":
                        self.speaks = None
                        self.section = self.section if self.scopes[-1].kind == "namespace" else None
                elif self.scopes:
                    self.section = self.scopes.pop().section
        self.whole = bool(re.search(r"[;{}]$|^\w+:$|^#|^EDGEWISE_API", code))


if __name__ == "__main__":
    text = open(sys.argv[1], encoding="utf-8").read()
    if sys.argv[1].endswith(".md"):  # a link to what is no page of the reference is its text
        print(re.sub(r"\[([^]]*)\]\([^)]*(?:datasets|bench)/[^)]*\)", r"\1", text))
    elif "\n/// For sources" not in text:  # such headers are not installed
        print("\n".join(Header(text.split("\n")).out))
