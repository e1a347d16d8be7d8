// What the server says of putting a round right.

import type { Schemas } from "../../shared/api";

export type Allowed = Schemas["RemediesAllowed"];
export type MayBeVoid = Schemas["MayBeVoid"];
export type Target = Schemas["Target"];
export type Preview = Schemas["RemedyPreviewed"];
export type Money = Schemas["Money"];
export type ActListed = Schemas["ActListed"];
export type Waiting = Schemas["RemedyListed"];
export type Void = Schemas["Void-Input"];
export type Reconstruct = Schemas["Reconstruct-Input"];
export type Remedy = Void | Reconstruct;
export type Act = Reconstruct["acts"][number];
export type Scope = Void["scope"];
export type Asked = Preview["questions"][number]["question"];
