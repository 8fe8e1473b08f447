// Which lists are sent as watches, and which are plain, where one form fails.
import { expect, test } from "vitest";
import { foo, Foo } from "../../test/controller-rig.ts";
import { refusal } from "../../test/fake-api.ts";
import { cached, type InformerRig, startInformer, stored, twoFoos } from "../../test/informer-rig.ts";
import { ListForms } from "./list-forms.ts";

/** The forms of lists that fail. */
function formsOf(forms: ListForms, needs: readonly boolean[]): string {
  return needs
    .map((needsPlain) => {
      forms.begin({ needsPlain });
      forms.ended();
      return forms.isPlain ? "plain" : "watch";
    })
    .join(" ");
}

test("lists that fail where a plain one is wanted take turns, and a plain one comes first", () => {
  const forms = new ListForms(true);
  expect(formsOf(forms, [false, false, true, true, true, true])).toBe("watch watch plain watch plain watch");
  forms.begin({ needsPlain: true });
  forms.completed();
  forms.ended();
  expect(formsOf(forms, [false, true, true])).toBe("watch plain watch");
});

test("from a silent list on, a plain one is wanted, and one that is sent as a watch has five minutes", () => {
  const forms = new ListForms(true);
  forms.begin({ needsPlain: false });
  const before = forms.limit;
  forms.silent();
  forms.ended();
  expect([before, forms.limit]).toEqual([{}, { mostMs: 300_000 }]);
  expect(formsOf(forms, [false, false, false, false, false])).toBe("plain plain plain watch plain");
});

test.each([400, 406, 415, 422])(
  "after the answer %i to a list that was sent as a watch all lists are plain",
  (code) => {
    const forms = new ListForms(true);
    forms.begin({ needsPlain: false });
    expect([forms.isRefused(refusal(500, "InternalError")), forms.isRefused(refusal(code, "NotOffered"))]).toEqual([
      false,
      true,
    ]);
    expect(formsOf(forms, [false, true, true])).toBe("plain plain plain");
  },
);

test("that answer to a plain list says nothing of watches, and the option makes all lists plain", () => {
  const forms = new ListForms(true);
  forms.begin({ needsPlain: true });
  expect([forms.isPlain, forms.isRefused(refusal(400, "BadRequest"))]).toEqual([true, false]);
  expect(formsOf(new ListForms(false), [false, true, true])).toBe("plain plain plain");
});

const outage = (): Error[] => Array.from({ length: 4 }, () => new Error("connect ECONNREFUSED"));

/** Foos that change while watches are cut, so that they must be listed. */
async function relisted(rig: InformerRig): Promise<void> {
  rig.api.put(Foo, foo("a", 2), { quiet: true });
  rig.api.endWatches(refusal(410, "Expired"));
  await rig.clock.advance(3_600_000);
}

test.each([429, 503, 504])("a kind whose plain lists get %i is listed as a watch after an outage", async (status) => {
  const rig = await startInformer((api) => {
    twoFoos(api);
    Object.assign(api.client, { listAll: () => Promise.reject(refusal(status, "TooMany")) });
  });
  rig.api.faults.push(...outage());
  await relisted(rig);
  expect(cached(rig)).toEqual(stored(rig));
  await rig.stop();
});

test.each(["silent", "busy"])(
  "one list that was %s as a watch does not leave a kind with plain ones that fail",
  async (how) => {
    const rig = await startInformer((api) => {
      twoFoos(api);
      Object.assign(api.client, { listAll: () => Promise.reject(refusal(504, "Timeout")) });
    });
    const watchOnce = rig.api.client.watchOnce.bind(rig.api.client);
    let lists = 0;
    Object.assign(rig.api.client, {
      async *watchOnce(...[resource, options = {}]: Parameters<typeof watchOnce>) {
        lists += options.sendInitialEvents === true ? 1 : 0;
        // The second is of a server that ignores the parameter, of a kind that changes all the time.
        const isIgnored = options.sendInitialEvents === true && (lists === 1 || (lists === 2 && how === "busy"));
        const changes = lists === 2 ? 500 : 0;
        if (!isIgnored) yield* watchOnce(resource, options);
        while (isIgnored && options.signal?.aborted === false) {
          yield Array.from({ length: changes }, (_, i) => ({ type: "ADDED" as const, object: foo(`n${i}`) }));
          await new Promise<void>((resolve) => {
            options.signal?.addEventListener("abort", () => resolve());
            if (changes > 0) rig.clock.after(5000, resolve);
          });
        }
      },
    });
    await relisted(rig);
    expect([cached(rig), lists]).toEqual([stored(rig), how === "busy" ? 3 : 2]);
    await rig.stop();
  },
);

test.each([401, 403, 405, 408, 413, 429, 503])(
  "a plain list is sent again where lists that are sent as watches get %i after an outage",
  async (status) => {
    const rig = await startInformer(twoFoos);
    const listAll = rig.api.client.listAll.bind(rig.api.client);
    const watchOnce = rig.api.client.watchOnce.bind(rig.api.client);
    const lists = [refusal(504, "Timeout")];
    const watches: Error[] = [new Error("connect ECONNREFUSED")];
    Object.assign(rig.api.client, {
      async listAll(...given: Parameters<typeof listAll>) {
        const fault = lists.shift();
        if (fault !== undefined) throw fault;
        return await listAll(...given);
      },
      async *watchOnce(...given: Parameters<typeof watchOnce>) {
        if (given[1]?.sendInitialEvents === true) throw watches.shift() ?? refusal(status, "Proxy");
        yield* watchOnce(...given);
      },
    });
    rig.api.faults.push(...outage());
    rig.api.put(Foo, foo("a", 2), { quiet: true });
    rig.api.endWatches(new Error("cut"));
    await rig.clock.advance(3_600_000);
    expect(cached(rig)).toEqual(stored(rig));
    await rig.stop();
  },
);

test("a kind whose plain lists failed for a while, on a server without WatchList, is healthy when it is listed", async () => {
  const rig = await startInformer((api) => {
    twoFoos(api);
    api.faults.push(refusal(400, "BadRequest"));
    for (let i = 0; i < 7; i += 1) api.faults.push(refusal(500, "InternalError"));
  });
  while (!rig.informer.synced) await rig.clock.advance(100);
  expect(cached(rig)).toEqual(stored(rig));
  expect([rig.informer.failing, rig.informer.unhealthySince]).toEqual([undefined, undefined]);
  await rig.stop();
});

test("a list that is sent as a watch and complete ends what follows from a silent one", () => {
  const forms = new ListForms(true);
  forms.begin({ needsPlain: false });
  forms.silent();
  forms.ended();
  expect(formsOf(forms, [false, false, false])).toBe("plain plain plain");
  forms.begin({ needsPlain: false });
  expect([forms.isPlain, forms.limit]).toEqual([false, { mostMs: 300_000 }]);
  forms.completed();
  forms.ended();
  expect([formsOf(forms, [false]), forms.limit]).toEqual(["watch", {}]);
});

test.each([
  { name: "an answer", error: refusal(504, "Timeout"), lists: 1 },
  { name: "a lost connection, which a proxy may cause", error: new Error("connect ECONNREFUSED"), lists: 20 },
  ...[401, 403, 404, 429, 502, 503].map((status) => ({
    name: `an answer with ${status}, as in an outage,`,
    error: refusal(status, "Outage"),
    lists: 20,
  })),
  { name: "a lost connection, after a list that was silent,", error: new Error("cut"), lists: 20, isSilent: true },
  { name: "an answer, after a list that was silent,", error: refusal(504, "Timeout"), lists: 3, isSilent: true },
])("where a plain list is wanted, $name counts after $lists lists", ({ error, lists, ...given }) => {
  const forms = new ListForms(true);
  if ("isSilent" in given) {
    forms.begin({ needsPlain: false });
    forms.silent();
    forms.ended();
  }
  for (let i = 0; i < lists; i += 1) {
    forms.begin({ needsPlain: true });
    expect(forms.isPlain).toBe(true);
    forms.failed(error);
    forms.ended();
  }
  forms.begin({ needsPlain: true });
  expect(forms.isPlain).toBe(false);
});

test("losses count in a row: after an answer they are counted from the start", () => {
  const forms = new ListForms(true);
  forms.begin({ needsPlain: false });
  forms.silent();
  forms.ended();
  const errors = Array.from({ length: 19 }, () => new Error("cut"));
  for (const error of [...errors, refusal(504, "Timeout"), ...errors]) {
    forms.begin({ needsPlain: true });
    expect(forms.isPlain).toBe(true);
    forms.failed(error);
    forms.ended();
  }
});

test.each([2, 3])("after a silent list, an outage of %i lists delays the next one by seconds", async (failing) => {
  const rig = await startInformer(twoFoos);
  const watchOnce = rig.api.client.watchOnce.bind(rig.api.client);
  const listAll = rig.api.client.listAll.bind(rig.api.client);
  let left = 0;
  let backAt = 0;
  let isBusy = false;
  Object.assign(rig.api.client, {
    async listAll(...given: Parameters<typeof listAll>) {
      left -= 1;
      if (left < 0) return await listAll(...given);
      backAt = rig.clock.now();
      throw new Error("connect ECONNREFUSED");
    },
    // A server that ignores the parameter: silent once, and then of a kind that changes all the time.
    async *watchOnce(...[resource, options = {}]: Parameters<typeof watchOnce>) {
      if (options.sendInitialEvents !== true) return yield* watchOnce(resource, options);
      while (options.signal?.aborted === false) {
        if (isBusy) yield Array.from({ length: 50 }, () => ({ type: "MODIFIED" as const, object: foo("busy") }));
        await new Promise<void>((resolve) => {
          options.signal?.addEventListener("abort", () => resolve());
          if (isBusy) rig.clock.after(5000, resolve);
        });
      }
    },
  });
  const change = (size: number): void => {
    rig.api.put(Foo, foo("a", size), { quiet: true });
    rig.api.endWatches(refusal(410, "Expired"));
  };
  change(2);
  await rig.clock.advance(60_000);
  expect(cached(rig)).toEqual(stored(rig));
  [left, isBusy] = [failing, true];
  change(3);
  for (let i = 0; i < 600 && cached(rig).join() !== stored(rig).join(); i += 1) await rig.clock.advance(1000);
  expect(rig.clock.now() - backAt).toBeLessThan(35_000);
  await rig.stop();
});
