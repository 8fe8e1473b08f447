// How many requests are worked on at once. A route whose requests do not end, such as one that waits for a cloud, must not take the places of all others.
import { serveError } from "./errors.ts";
import type { Route } from "./route.ts";

/** The part of the places that one route may have. */
const largestPart = 7 / 8;

/** The place of one request. */
export interface RequestPlace {
  /** Takes it, once; throws `serve/busy` when none is free. */
  readonly take: () => void;
  /** Gives it back, if it was taken. */
  readonly leave: () => void;
}

/** The places of one server. */
export class RequestPlaces {
  readonly #places: number;
  readonly #ofRoute: number;
  readonly #taken = new Map<Route, number>();
  #all = 0;

  constructor(places: number) {
    this.#places = places;
    this.#ofRoute = Math.ceil(places * largestPart);
  }

  /** The place of a request of a route, which it does not have yet. */
  of(route: Route): RequestPlace {
    let isTaken = false;
    return {
      take: () => {
        if (isTaken) return;
        const taken = this.#taken.get(route) ?? 0;
        if (this.#all >= this.#places || taken >= this.#ofRoute)
          throw serveError("serve/busy", {
            limit: this.#places,
            what: "requests that are worked on",
            setting: "requests",
          });
        isTaken = true;
        this.#add(route, 1);
      },
      leave: () => {
        if (isTaken) this.#add(route, -1);
        isTaken = false;
      },
    };
  }

  #add(route: Route, by: number): void {
    this.#all += by;
    this.#taken.set(route, (this.#taken.get(route) ?? 0) + by);
  }
}
