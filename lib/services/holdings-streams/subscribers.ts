import { outsideRequest } from '@/lib/promises/outside-request';

/**
 * Counts the subscribers of some work, and reservations for later subscribers. If there are neither, the work can stop.
 */
export class Subscribers {
  private count = 0;
  private reserved = 0;
  private reservationTimer: NodeJS.Timeout | undefined;

  /** @param onEmpty called when there are neither subscribers nor reservations */
  constructor(private readonly onEmpty: () => void) {}

  get hasOnlyReservations(): boolean {
    return this.count === 0 && this.reserved > 0;
  }

  /** Adds a subscriber. Returns a function that removes it. */
  subscribe(): () => void {
    this.count += 1;
    return () => {
      this.count -= 1;
      if (this.count === 0 && this.reserved === 0) this.onEmpty();
    };
  }

  /** Reserves a place for one subscriber, expected within `ms`. All reservations expire `ms` after the latest one. */
  reserve(ms: number): void {
    this.reserved += 1;
    clearTimeout(this.reservationTimer);
    this.reservationTimer = outsideRequest(() => setTimeout(() => this.cancelReservations(), ms).unref());
  }

  /** Takes a reservation. Returns false if there is none. If true, the caller must subscribe synchronously. */
  takeReservation(): boolean {
    if (this.reserved === 0) return false;
    this.reserved -= 1;
    if (this.reserved === 0) clearTimeout(this.reservationTimer);
    return true;
  }

  cancelReservations(): void {
    this.reserved = 0;
    clearTimeout(this.reservationTimer);
    if (this.count === 0) this.onEmpty();
  }
}
