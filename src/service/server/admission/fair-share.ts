/**
 * How much one owner may take, as a multiple of what is free: one that is alone takes up to 4/5 of the whole, two 4/9 each,
 * n of them 4/(4n + 1). The rest stays free for the next owner. (Dynamic thresholds: Choudhury and Hahne, IEEE/ACM
 * Transactions on Networking 6(2), 1998.)
 */
const SHARE = 4

/** An amount that several owners share, so that none of them can take all of it. */
export class FairShare {
  readonly #taken = new Map<string, number>()
  #total = 0

  /** Taken by all owners. */
  get total(): number {
    return this.#total
  }

  /** Whether an owner may take so much more of `size`. One that has nothing may: it never waits for others. */
  hasRoom(owner: string, amount: number, size: number): boolean {
    const own = this.#taken.get(owner) ?? 0
    return own === 0 || own + amount <= SHARE * (size - this.#total - amount)
  }

  take(owner: string, amount: number): void {
    this.#taken.set(owner, (this.#taken.get(owner) ?? 0) + amount)
    this.#total += amount
  }

  give(owner: string, amount: number): void {
    const left = (this.#taken.get(owner) ?? 0) - amount
    if (left > 0) this.#taken.set(owner, left)
    else this.#taken.delete(owner)
    this.#total -= amount
  }
}
