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
SPECIAL = re.compile(r"^(virtual )?~\w+\(|operator=\(|^(\w+)\((const )?\3(<\w+>)?&+")


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


class Comment:
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


def filtered(lines):
    out = list(lines)
    scopes = []  # of each open brace: "namespace", "class" or "body"; with a class its name and comment
    above = speaks = section = None  # the comment being read; the one that speaks; the section's
    whole = True  # a declaration begins here
    last = ""  # the name of what was declared last
    statement = ""
    first = True
    hidden = False  # inside a full specialisation
    for place, line in enumerate(lines):
        bare = line.strip()
        if bare.startswith("///<"):
            out[place] = "///<" + plain(bare[4:])
            continue
        if bare.startswith("///") and whole:
            if above is None:
                above = Comment()
            above.texts.append(bare[3:])
            above.places.append(place)
            continue
        if above is not None:  # it ends here
            for where, text in zip(above.places, above.lines()):
                out[where] = "///" + text
            if first:
                out[above.places[0]] = "/// @thisfile " + out[above.places[0]][3:]
            elif not bare:
                section = above
                for where in above.places:
                    out[where] = ""
            else:
                speaks = above
                if section:
                    out[above.places[-1]] += " @also " + section.joined()
            first = False
        fresh, above = above is not None, None
        if not bare:
            speaks = None
            continue

        code = re.sub(r"\s*//.*$", "", bare)
        if "///<" in line:
            head, tail = line.split("///<", 1)
            out[place] = each(head, plain(tail)) + "///<" + plain(tail)
        if code == "template <>":
            out[place] = "/** @cond */ " + line
            hidden = True
        elif hidden and line.startswith("};"):
            out[place] = line + " /** @endcond */"
            hidden = False
        if whole and "body" not in scopes:
            statement = ""
            if SILENT.match(code):
                if code.startswith(("extern template", "EDGEWISE_API")):
                    out[place] = ""
                speaks = None if not code.startswith("#") else speaks
            elif SPECIAL.search(code):
                out[place] = "/** Copied, moved, destroyed as usual. */ " + out[place]
            elif not fresh and "///<" not in line:
                named = NAMED.search(code if not code.startswith("template") else lines[place + 1].strip())
                again = named is not None and (named[1] or named[2]) == last
                text = speaks.joined() if speaks and (speaks.texts[-1].endswith(":") or again) else ""
                alias = re.match(r"using (\w+) = (\w*::)*(Basic\1)<float>;", code)
                if alias:
                    text = f"{alias[3]} over float."
                elif scopes and scopes[-1][0] == "class" and not text:
                    field = re.search(r"(\w+)( = .*|\{.*\})?;$", code)
                    told = field and "(" not in code.split("=")[0] and re.search(rf"\b{field[1]}\b", scopes[-1][2])
                    if told or re.match(rf"(explicit )?{scopes[-1][1]}\(", code):
                        text = scopes[-1][2]
                if text and SEVERAL.match(bare):
                    out[place] = f"{each(out[place].rstrip(), text)} /**< {text} */"
                elif text:
                    out[place] = f"/** {text}  */ " + out[place]
        statement = (statement + " " + code).strip()
        named = NAMED.search(re.sub(r"^template <.*?> ", "", statement))
        last = (named[1] or named[2]) if named else last

        values = re.match(r"enum class \w+ \{(.*)\};", code)
        if values and speaks:
            said = ", ".join(f"{value.strip()} /**< {speaks.joined()} */" for value in values[1].split(","))
            out[place] = out[place].replace(values[1], said)
        quiet = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'', "", code)
        braces = re.findall(r"[{}]", quiet)
        for brace in braces if braces.count("{") != braces.count("}") or braces[:1] == ["}"] else []:  # what opens and closes here is no matter
            if brace == "{":
                kind = DECLARES_SCOPE.match(statement)
                word = "body" if not kind or kind[2].startswith("enum") else "namespace" if kind[2] == "namespace" else "class"
                name = re.match(r"\w+", statement[kind.end():].strip()) if kind else None
                scopes.append("body" if word == "body" else (word, name[0] if name else "", speaks.joined() if speaks else ""))
                if word != "body":
                    speaks, section = None, section if word == "namespace" else None
            elif scopes:
                scopes.pop()
        whole = bool(re.search(r"[;{}]$|^\w+:$|^#|^EDGEWISE_API", quiet))
    return out


if __name__ == "__main__":
    text = open(sys.argv[1], encoding="utf-8").read()
    if sys.argv[1].endswith(".md"):  # a link to what is no page of the reference is its text
        print(re.sub(r"\[([^]]*)\]\([^)]*datasets/[^)]*\)", r"\1", text))
    elif "\n/// For sources" not in text:  # such headers are not installed
        print("\n".join(filtered(text.split("\n"))))
