// Fetched after the page, as no first tap needs it: saves taps until they are sent, shows others'
// deals, keeps the screen awake.
import "./feedback.js";
import "./pages/times.js";
import "./news.js";
import "./menu.js";
import "./pad/arrows.js";
import "./pad/record.js";
import "./pad/second_tap.js";
import "./pad/typed_list.js";
import "./pad/written.js";
import "./wake_lock.js";
import "./welcome.js";
import "./service_worker.js";
import "./unsent/list.js";
import "./unsent/answering.js";
import "./unsent/copying.js";
import "./unsent/going_on.js";
import { merge } from "./unsent/merging.js";
import { takeUp } from "./unsent/requests.js";
import { flush } from "./unsent/sending.js";
import { tell } from "./unsent/status.js";

takeUp();
merge();
tell();
flush();
