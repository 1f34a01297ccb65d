/** `size` bytes of a cryptographic random source. */
export type RandomBytes = (size: number) => Uint8Array
