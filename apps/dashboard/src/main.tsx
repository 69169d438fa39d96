import "./styles/base.css";
import "./styles/layout.css";
import "./styles/components.css";
import "./styles/search.css";
import { render } from "preact";
import { loadConfig } from "./api.ts";
import { App } from "./app.tsx";
import { applyTheme } from "./theme.ts";

applyTheme();
void loadConfig();
const element = document.querySelector("#app");
if (element !== null) render(<App />, element);
