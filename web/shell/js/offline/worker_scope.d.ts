// What a service worker has that tsc's library for pages does not know.

export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

export interface MessageEventOfPage extends ExtendableEvent {
  readonly data: any;
  readonly ports: readonly MessagePort[];
}

export interface Client {
  readonly id: string;
  readonly url: string;
  navigate(url: string): Promise<unknown>;
}

export interface WorkerScope {
  /** The address of the list of files, below the site's: the builder writes it before the script. */
  readonly list: string;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<Client[]>; claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', heard: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', heard: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', heard: (event: MessageEventOfPage) => void): void;
}
