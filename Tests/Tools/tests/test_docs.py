"""What the documentation's checks must find, and what they must leave alone."""

import json

import docs
import pytest

PAGE = "# A page\n\n```swift\nlet a = 1\nlet b = 2\n```\n\n```\nnot Swift\n```\n"
COMMENT = "  /// A thing.\n  ///\n  ///     let label = 3\n  ///\n  ///     let more = 4\n  public var x = 0\n"
TEST = "  // snippet: one\n  let a = 1\n  let b = 2\n  // end snippet\n"


@pytest.fixture(name="project")
def project_fixture(tmp_path):
    """A project with a catalogue of one page and a test with one snippet."""
    catalogue = tmp_path / docs.CATALOGUE
    catalogue.mkdir(parents=True)
    (catalogue / "Page.md").write_text(PAGE)
    (tmp_path / "Tests").mkdir()
    (tmp_path / "Tests" / "Spec.swift").write_text(TEST)
    return tmp_path


def test_a_listing_that_a_test_compiles_passes_whatever_its_indentation(project):
    assert docs.uncompiled(project) == (1, [])


def test_a_listing_that_differs_in_one_character_is_found(project):
    (project / "Tests" / "Spec.swift").write_text(TEST.replace("b = 2", "b = 3"))
    passed, failed = docs.uncompiled(project)
    assert passed == 0
    assert failed == [
        f"{docs.CATALOGUE}/Page.md:4: no test compiles this listing",
        "snippet one: no page shows it",
    ]


def test_examples_in_doc_comments_are_listings_too(project):
    source = project / "Sources" / docs.MODULE / "Engine" / "Thing.swift"
    source.parent.mkdir()
    source.write_text(COMMENT)
    assert docs.uncompiled(project)[1] == [
        f"Sources/{docs.MODULE}/Engine/Thing.swift:3: no test compiles this listing"
    ]
    spec = project / "Tests" / "Spec.swift"
    spec.write_text(TEST + "// snippet: two\nlet label = 3\n\nlet more = 4\n// end snippet\n")
    assert docs.uncompiled(project) == (2, [])


def test_two_snippets_of_one_name_are_refused(project):
    (project / "Tests" / "Spec.swift").write_text(TEST + TEST)
    with pytest.raises(SystemExit):
        docs.uncompiled(project)


def test_what_a_page_with_topics_leaves_out_is_found(tmp_path):
    folder = tmp_path / "data" / "documentation"
    folder.mkdir(parents=True)
    left = {"title": "Structures", "generated": True, "identifiers": ["doc://x/documentation/m/Left"]}
    listed = {"title": "Essentials", "identifiers": ["doc://x/documentation/m/Listed"]}

    def write(name, groups):
        page = {"metadata": {"title": name}, "topicSections": groups}
        (folder / f"{name.lower()}.json").write_text(json.dumps(page))

    write("Listed", [listed])
    write("Grouped", [left])  # no topics of its own: docc's grouping is as good
    assert docs.unlisted(tmp_path) == (2, [])
    write("Both", [listed, left])
    write(docs.MODULE, [left])
    assert docs.unlisted(tmp_path) == (4, ["Both: no topic lists Left", f"{docs.MODULE}: no topic lists Left"])
