// What can be made to fail: faults of the API server, the end of the project's process, and time that passes.
import type { VNode } from "preact";
import type { FaultName } from "../../src/console/wire.ts";
import { connection, facts } from "../model/session.ts";
import { act } from "./messages.tsx";

const faults: readonly { readonly name: FaultName; readonly title: string; readonly effect: string }[] = [
  { name: "down", title: "API server down", effect: "Every connection is cut." },
  { name: "slow", title: "API server slow", effect: "Every request takes 800 ms longer." },
  { name: "conflicts", title: "Conflicts", effect: "Every update and patch is answered with 409." },
];

const steps = [
  { seconds: 60, title: "+1 minute" },
  { seconds: 3600, title: "+1 hour" },
  { seconds: 86_400, title: "+1 day" },
];

function Switch({ fault: { name, title, effect } }: { fault: (typeof faults)[number] }): VNode {
  const on = facts.value?.faults.includes(name) === true;
  return (
    <li>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        class="switch"
        onClick={() => act({ action: "fault", fault: name, on: !on })}
      >
        <span class="knob" aria-hidden="true" />
        <span>
          <strong>{title}</strong>
          <span class="quiet">{effect}</span>
        </span>
      </button>
    </li>
  );
}

/** Time that passes, with what that means. */
function Clock(): VNode {
  return (
    <section class="menu-part" aria-labelledby="clock">
      <h2 id="clock">Clock of the simulation</h2>
      <p class="quiet">
        The API server, what is simulated and the project's controllers run what waits for that time. Date keeps the
        time of the computer.
      </p>
      <div class="menu-buttons">
        {steps.map(({ seconds, title }) => (
          <button key={seconds} type="button" onClick={() => act({ action: "clock", seconds })}>
            {title}
          </button>
        ))}
      </div>
    </section>
  );
}

/** The menu of faults. */
export function Faults(): VNode | null {
  const can = new Set(facts.value?.actions);
  const active = facts.value?.faults.length ?? 0;
  if (connection.value === "ended" || (!can.has("fault") && !can.has("kill") && !can.has("clock"))) return null;
  return (
    <>
      <button type="button" class={active > 0 ? "alarm" : ""} popoverTarget="faults">
        Faults{active > 0 && <span class="count">{active}</span>}
      </button>
      <div id="faults" class="menu" popover="auto" role="group" aria-label="Faults">
        {can.has("fault") && (
          <ul>
            {faults.map((fault) => (
              <Switch key={fault.name} fault={fault} />
            ))}
          </ul>
        )}
        <div class="menu-buttons">
          {can.has("fault") && (
            <button type="button" onClick={() => act({ action: "fault", fault: "watches", on: true })}>
              Cut all watches
            </button>
          )}
          {can.has("kill") && (
            <button type="button" onClick={() => act({ action: "kill" })}>
              Kill the manager
            </button>
          )}
        </div>
        {can.has("clock") && <Clock />}
      </div>
    </>
  );
}
