// The page of the console: it connects, and draws itself into the document.
import { render } from "preact";
import { stayConnected } from "./model/session.ts";
import { restoreTheme } from "./model/theme.ts";
import { App } from "./view/app.tsx";

restoreTheme();
render(<App />, document.body);
void stayConnected();
