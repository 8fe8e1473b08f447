// How many requests are worked on at once. A route whose requests do not end, such as one that waits for a cloud, must not take the places of all others.
import type { Route } from "./route.ts";

/** The part of the places that one route may have. */
const largestPart = 7 / 8;

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

  /** Takes a place for a request of a route, and returns what gives it back; undefined when there is none. */
  take(route: Route): (() => void) | undefined {
    const taken = this.#taken.get(route) ?? 0;
    if (this.#all >= this.#places || taken >= this.#ofRoute) return undefined;
    this.#add(route, 1);
    return () => this.#add(route, -1);
  }

  #add(route: Route, by: number): void {
    this.#all += by;
    this.#taken.set(route, (this.#taken.get(route) ?? 0) + by);
  }
}
