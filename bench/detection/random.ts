/** The same numbers on every run (splitmix32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** 32 bits. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }

  below(limit: number): number {
    return this.next() % limit
  }

  hex(count: number): string {
    return Array.from({ length: count }, () => (this.next() & 0xff).toString(16).padStart(2, '0')).join('')
  }

  address(): string {
    return `0x${this.hex(20)}`
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.below(from.length)] ?? from[0]
  }
}
