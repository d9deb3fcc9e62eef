"""The pictures that images are drawn from, each once, as the pages of one PDF."""

from pressplay.drawing.picture import Picture


class PicturePages:
    """Collects pictures; those that look the same share a page."""

    def __init__(self) -> None:
        self.pictures: list[Picture] = []
        self._pages: dict[str, int] = {}

    def page(self, picture: Picture) -> int:
        """The page of the PDF that shows a picture."""
        page = self._pages.setdefault(picture.cache_key, len(self.pictures))
        if page == len(self.pictures):
            self.pictures.append(picture)
        return page
