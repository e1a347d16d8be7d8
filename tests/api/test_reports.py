"""Reports over HTTP: as data, for a spreadsheet, and as a page."""

import csv
from io import StringIO

from app.settings import Settings
from app.store.database import Database
from tests.api.here import serving


async def test_a_report_is_data_or_a_spreadsheet(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, supervisor = await here.dealt(number)
        await dealer.play_round(number)
        asked = {"table": number, "by": "dealer"}
        report = await supervisor.get("/reports/rounds", **asked)
        names = [column["name"] for column in report["columns"]]
        [row] = [dict(zip(names, row, strict=True)) for row in report["rows"]]
        assert (row["dealer"], row["rounds"], row["turnover_cents"], row["win_cents"]) == (dealer.name, 1, 1_000, 1_000)
        sheet = await supervisor.ask("GET", "/reports/rounds", params={**asked, "format": "csv"})
        assert sheet.headers["content-type"].startswith("text/csv")
        assert "attachment" in sheet.headers["content-disposition"]
        rows = list(csv.reader(StringIO(sheet.text)))
        assert rows[0] == [column["heading"] for column in report["columns"]]
        assert rows[1][names.index("win_cents")] == "10.00"
        accepted = await supervisor.ask("GET", "/reports/rounds", params=asked, headers={"Accept": "text/csv"})
        assert accepted.text == sheet.text


async def test_every_report_that_is_listed_can_be_had(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        await here.dealt(number)
        auditor = await here.person("auditor")
        for listed in (await auditor.get("/reports"))["reports"]:
            report = await auditor.get(f"/reports/{listed['name']}", table=number)
            assert report["columns"] and all([len(row) == len(report["columns"]) for row in report["rows"]])


async def test_a_report_is_bounded(database: Database, settings: Settings) -> None:
    async with serving(database, settings) as here:
        auditor = await here.person("auditor")
        for asked in (
            {"since": "2026-01-01", "until": "2026-03-01"},
            {"since": "2026-03-01", "until": "2026-01-01"},
            {"by": ["table", "table"]},
            {"by": "weather"},
            {"since": "0001-01-01", "until": "0001-01-01", "format": "pdf"},
        ):
            assert (await auditor.refused("GET", "/reports/rounds", params=asked))["code"] == "bad_request", asked
        assert (await auditor.refused("GET", "/reports/weather"))["code"] == "bad_request"


async def test_the_page_of_a_shift(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, supervisor = await here.dealt(number)
        await dealer.play_round(number)
        day = (await supervisor.get("/server"))["gaming_day"]
        shift = await supervisor.get(f"/reports/shift/{number}/{day}")
        assert (shift["table"], shift["day"]) == (number, day)
        page = await supervisor.ask("GET", f"/reports/shift/{number}/{day}", params={"format": "text"})
        assert page.headers["content-type"].startswith("text/plain") and dealer.name in page.text
        assert (await supervisor.refused("GET", f"/reports/shift/{number}/tomorrow"))["code"] == "bad_request"
