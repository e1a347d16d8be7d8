"""Modules of the screens run without a browser: by Node, bundled as they are for the browser."""
