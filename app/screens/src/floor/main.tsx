// The floor: all tables, what needs somebody, corrections, alarms.

import { render } from "preact";
import "../shared/base.css";
import "../shared/cards.css";
import "./floor.css";
import "./wall/wall.css";
import "./alarms/alarms.css";
import "./table/table.css";
import "./remedies/remedies.css";
import "./forms/forms.css";
import "./float/float.css";
import "./reports/reports.css";
import { startClock } from "../shared/clock";
import { trying } from "../shared/notices";
import { whoIsThere } from "../shared/session";
import { Floor } from "./frame";
import "./title";

startClock();
void trying(whoIsThere);
render(<Floor />, document.body);
