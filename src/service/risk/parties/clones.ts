import * as ContractAddress from 'ox/ContractAddress'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import type { Analysis } from '../analyze.ts'
import { argumentsAs } from '../decode/arguments.ts'

/** A clone that the transaction makes itself. */
export interface Clone {
  readonly factory: string
  readonly masterCopy: string
  /** Call data. */
  readonly initializer: string
}

const DEPLOY_MODULE = '0xf1ab873c'

/** Code around the address of the master copy, as ModuleProxyFactory of zodiac-core writes it. */
const BEFORE = '0x602d8060093d393df3363d3d373d3d3d363d73'
const AFTER = '5af43d82803e903d91602b57fd5bf3'

/** Clones by Zodiac's module factory, by address (lower case). The address follows from factory, copy and initializer. */
export function clonesIn({ calls }: Pick<Analysis, 'calls'>): ReadonlyMap<string, Clone> {
  const clones = new Map<string, Clone>()
  for (const { to: factory, selector, status, args } of calls) {
    if (selector !== DEPLOY_MODULE || status !== 'decoded' || factory === undefined) continue
    const { masterCopy, initializer, saltNonce } = argumentsAs<{
      masterCopy: string
      initializer: string
      saltNonce: bigint
    }>(args)
    const nonce = Hex.fromNumber(saltNonce, { size: 32 })
    const salt = Hash.keccak256(Hex.concat(Hash.keccak256(initializer as Hex.Hex), nonce))
    const bytecode = `${BEFORE}${masterCopy.slice(2)}${AFTER}` as Hex.Hex
    const address = ContractAddress.fromCreate2({ from: factory as Hex.Hex, salt, bytecode })
    clones.set(address.toLowerCase(), { factory, masterCopy, initializer })
  }
  return clones
}
