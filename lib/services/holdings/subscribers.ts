/**
 * Who waits for a piece of work: those who follow it, and those who are about to. The work is worth nothing any more
 * when there is neither.
 */
export class Subscribers {
  private count = 0;
  private reserved = 0;
  private reservationTimer: NodeJS.Timeout | undefined;

  /**
   * @param lingerMs how long somebody new is waited for when the last follower has left
   * @param onEmpty called when nobody is left
   */
  constructor(
    private readonly lingerMs: () => number,
    private readonly onEmpty: () => void,
  ) {}

  /** Nobody follows, but somebody is about to. */
  get hasOnlyReservations(): boolean {
    return this.count === 0 && this.reserved > 0;
  }

  /** Follows; returns what leaves again. */
  subscribe(): () => void {
    this.count += 1;
    return () => {
      this.count -= 1;
      if (this.count > 0 || this.reserved > 0) return;
      const ms = this.lingerMs();
      if (ms > 0) this.reserve(ms);
      else this.onEmpty();
    };
  }

  /** Somebody will follow within `ms`. */
  reserve(ms: number): void {
    this.reserved += 1;
    clearTimeout(this.reservationTimer);
    this.reservationTimer = setTimeout(() => this.cancelReservations(), ms);
    this.reservationTimer.unref();
  }

  /** Whether somebody was expected. Whoever asks is the one, and joins at once. */
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
