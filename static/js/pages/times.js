// Times are served in UTC; here they are shown by the phone's own clock.
import { all } from "../dom.js";
import { LOCALE } from "../say.js";

const CLOCK = new Intl.DateTimeFormat(LOCALE, {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

const TIME_OF_DAY = new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit" });

/** Write every time on the page by the phone's clock; dates without a time stay. */
export const showLocalTimes = () => {
  for (const time of all("time[datetime*=T]")) {
    const clock = "clock" in time.dataset ? TIME_OF_DAY : CLOCK;
    time.textContent = clock.format(new Date(time.dateTime));
  }
};

document.addEventListener("htmx:after:swap", showLocalTimes);
showLocalTimes();
