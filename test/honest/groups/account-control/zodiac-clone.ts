import * as ContractAddress from 'ox/ContractAddress'
import * as Hash from 'ox/Hash'
import { call, packed } from '../../../../bench/detection/adversarial/encode.ts'

interface Clone {
  readonly factory: string
  readonly copy: string
  readonly initializer: string
  readonly nonce: bigint
}

/** The address that Zodiac's ModuleProxyFactory gives a module, by its source. */
export function cloneOf({ factory, copy, initializer, nonce }: Clone): string {
  const inner = Hash.keccak256(initializer as `0x${string}`)
  const salt = Hash.keccak256(`0x${call('f(bytes32,uint256)', inner, nonce).slice(10)}` as `0x${string}`)
  const bytecode = packed('0x602d8060093d393df3363d3d373d3d3d363d73', copy, '0x5af43d82803e903d91602b57fd5bf3')
  return ContractAddress.fromCreate2({
    from: factory as `0x${string}`,
    salt,
    bytecode: bytecode as `0x${string}`,
  })
}
