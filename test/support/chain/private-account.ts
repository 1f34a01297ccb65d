import { Address, Hash, Hex, Secp256k1 } from 'ox'

export interface PrivateAccount {
  /** With a checksum. */
  readonly address: string
  /** r, s and v (27 or 28) of a digest, 65 bytes. */
  sign(digest: string): string
}

/** An account whose key comes from its name: for chains of tests only. */
export function privateAccount(name: string): PrivateAccount {
  const privateKey = Hash.keccak256(Hex.fromString(`txwarden test account: ${name}`))
  const address = Address.checksum(Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey })))
  const sign = (digest: string) => {
    const { r, s, yParity } = Secp256k1.sign({ payload: digest as Hex.Hex, privateKey })
    return Hex.concat(Hex.padLeft(r, 32), Hex.padLeft(s, 32), Hex.fromNumber(27 + yParity))
  }
  return { address, sign }
}
