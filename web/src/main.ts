import "@fontsource-variable/atkinson-hyperlegible-next/wght.css";
import "./theme.css";
import { mount } from "svelte";
import App from "./view/App.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");

export default mount(App, { target });
