import * as Hash from 'ox/Hash'
import type { Analysis } from '../analyze.ts'
import type { IntelRecord } from '../evidence.ts'
import type { ChainObservation } from './observation.ts'

/**
 * Libraries of Safe by the hash of their code: safe-global/safe-deployments at d0989c95, and the artefacts of the npm packages
 * of Safe 1.1.1, 1.3.0, 1.4.1 and 1.5.0, which have the same. Migrations and set-ups have addresses of their deployment in
 * their code: a copy with others is not known.
 */
const names: ReadonlyMap<string, string> = new Map([
  ['0xe4e9b4d4c1e3ff06cd51afe0b51eb1b22c0bab51eab38d428ee74540a5ff603e', 'Safe MultiSend 1.1.1'],
  ['0x9de5afc9afd2bc0e329d9b4fa34955da45bb8e11587c645c5ff5287d7507adeb', 'Safe CreateCall 1.1.1'],
  ['0xa9865ac2d9c7a1591619b188c4d88167b50df6cc0c5327fcbd1c8c75f7c066ad', 'Safe MultiSendCallOnly 1.3.0'],
  ['0x8155d988823a4f6f1bcbc76a64af8e510c4ce68819290d43cf24956bd24dee82', 'Safe CreateCall 1.3.0'],
  ['0x3ac65dea3cc9dd0d7b7b800f834e3d73415b4e944bb94555c3e4a08fb137e918', 'Safe SignMessageLib 1.3.0'],
  ['0xecd5bd14a08c5d2122379900b2f272bdf107a7e92423c10dd5fe3254386c9939', 'Safe MultiSendCallOnly 1.4.1'],
  ['0x2b3060c55fcb8275653e99ad511a71f67ba76934ed66a7d74d6e68b52afff889', 'Safe CreateCall 1.4.1'],
  ['0x525c754a46b79e05543a59bb61e8de3c9eee0d955a59352409cbe67ea1077528', 'Safe SignMessageLib 1.4.1'],
  ['0xc00d7921460cd5a05393e7772e634bd7d212f356356aa3a77f0120a9b8e25e99', 'Safe migration 1.4.1'],
  ['0xa83e7be2fa20c96dc9575e3937239d552f3831ea437d7c96397eec8736f0cba0', 'Safe migration to L2 1.4.1'],
  ['0x2f25df28caf984366ee584e13241707e85dcd5a6ea0c14267928dafc1fd6274b', 'Safe SafeToL2Setup 1.4.1'],
  ['0xcdbdcec38d2f1c7d961b0029ff8416b7e86e9974d6f0e9c9580c7d17fcfb6663', 'Safe MultiSendCallOnly 1.5.0'],
  ['0x6b7d8d29bdf7004c4617d95041923774f3f7e74b056bff55c1861c9ec92ce54f', 'Safe CreateCall 1.5.0'],
  ['0xd61840855da008da59a00fc03fb71455b4f70bdca1f56f9504f072ed8d90c50e', 'Safe SignMessageLib 1.5.0'],
  ['0x52d7472fa02c3a574544f9b5a4ed4c7777e4e3315217e368926b51e1cc6014ea', 'Safe migration 1.5.0'],
  ['0xf6034d841bcbff8912aa55526b0f1609212536aaf60bb16f5e8a269a4ab38f18', 'Safe SafeToL2Setup 1.5.0'],
])
/** MultiSend has its own address in its code: what is before and after it. */
const withOwnAddress: readonly (readonly [name: string, before: string, after: string])[] = [
  [
    'Safe MultiSend 1.3.0',
    '0x60806040526004361061001e5760003560e01c80638d80ff0a14610023575b600080fd5b6100dc6004803603602081101561003957600080fd5b810190808035906020019064010000000081111561005657600080fd5b82018360208201111561006857600080fd5b8035906020019184600183028401116401000000008311171561008a57600080fd5b91908080601f016020809104026020016040519081016040528093929190818152602001838380828437600081840152601f19601f8201169050808301925050505050505091929192905050506100de565b005b',
    '73ffffffffffffffffffffffffffffffffffffffff163073ffffffffffffffffffffffffffffffffffffffff161415610183576040517f08c379a00000000000000000000000000000000000000000000000000000000081526004018080602001828103825260308152602001806102106030913960400191505060405180910390fd5b805160205b8181101561020a578083015160f81c6001820184015160601c6015830185015160358401860151605585018701600085600081146101cd57600181146101dd576101e8565b6000808585888a5af191506101e8565b6000808585895af491505b5060008114156101f757600080fd5b8260550187019650505050505050610188565b50505056fe4d756c746953656e642073686f756c64206f6e6c792062652063616c6c6564207669612064656c656761746563616c6ca26469706673582212205c784303626eec02b71940b551976170b500a8a36cc5adcbeb2c19751a76d05464736f6c63430007060033',
  ],
  [
    'Safe MultiSend 1.4.1',
    '0x60806040526004361061001e5760003560e01c80638d80ff0a14610023575b600080fd5b6100dc6004803603602081101561003957600080fd5b810190808035906020019064010000000081111561005657600080fd5b82018360208201111561006857600080fd5b8035906020019184600183028401116401000000008311171561008a57600080fd5b91908080601f016020809104026020016040519081016040528093929190818152602001838380828437600081840152601f19601f8201169050808301925050505050505091929192905050506100de565b005b',
    '73ffffffffffffffffffffffffffffffffffffffff163073ffffffffffffffffffffffffffffffffffffffff161415610183576040517f08c379a00000000000000000000000000000000000000000000000000000000081526004018080602001828103825260308152602001806102106030913960400191505060405180910390fd5b805160205b8181101561020a578083015160f81c6001820184015160601c6015830185015160358401860151605585018701600085600081146101cd57600181146101dd576101e8565b6000808585888a5af191506101e8565b6000808585895af491505b5060008114156101f757600080fd5b8260550187019650505050505050610188565b50505056fe4d756c746953656e642073686f756c64206f6e6c792062652063616c6c6564207669612064656c656761746563616c6ca264697066735822122021102e6d5bc1da75411b41fe2792a1748bf5c49c794e51e81405ccd2399da13564736f6c63430007060033',
  ],
  [
    'Safe MultiSend 1.5.0',
    '0x60806040526004361061001e5760003560e01c80638d80ff0a14610023575b600080fd5b6100dc6004803603602081101561003957600080fd5b810190808035906020019064010000000081111561005657600080fd5b82018360208201111561006857600080fd5b8035906020019184600183028401116401000000008311171561008a57600080fd5b91908080601f016020809104026020016040519081016040528093929190818152602001838380828437600081840152601f19601f8201169050808301925050505050505091929192905050506100de565b005b',
    '73ffffffffffffffffffffffffffffffffffffffff163073ffffffffffffffffffffffffffffffffffffffff161415610183576040517f08c379a000000000000000000000000000000000000000000000000000000000815260040180806020018281038252603081526020018061021b6030913960400191505060405180910390fd5b805160205b81811015610215578083015160f81c6001820184015160601c30811502811790506015830185015160358401860151605585018701600085600081146101d557600181146101e5576101f0565b6000808585888a5af191506101f0565b6000808585895af491505b5080610202576040513d6000823e3d81fd5b8260550187019650505050505050610188565b50505056fe4d756c746953656e642073686f756c64206f6e6c792062652063616c6c6564207669612064656c656761746563616c6ca2646970667358221220010cee0b8561c589589ae6e225d288cd7acdd4d61470e8c27e55cff6917b242d64736f6c63430007060033',
  ],
]

/**
 * What is known of the contracts that run by delegatecall only, corrected by the code that a node shows: a library of Safe is known
 * wherever it is, and its address with other code is not. Of an address that also gets something else nothing is added.
 */
export function withLibraries(
  intel: readonly IntelRecord[],
  { actions }: Analysis,
  chain: ChainObservation | undefined,
): readonly IntelRecord[] {
  const run = new Set(
    actions.flatMap((action) => (action.kind === 'control' && action.form === 'delegatecall' ? action.authority : [])),
  )
  if (!chain || run.size === 0) return intel
  const names = new Map(
    Array.from(run).flatMap((address) => {
      const account = chain.accounts.get(address)
      return account ? [[address, account.codeHash && safeLibraryOf(address, account.codeHash)] as const] : []
    }),
  )
  const kept = intel.filter(({ address, label }) => {
    const at = address.toLowerCase()
    return !names.has(at) || names.get(at) !== undefined || !isSafeLibraryName(label)
  })
  const isOnlyRun = (address: string) =>
    actions.every(({ authority, call }) => authority !== address || call.operation === 'delegatecall')
  const added = Array.from(names).flatMap(([address, name]): IntelRecord[] => {
    if (name === undefined || !isOnlyRun(address) || kept.some((each) => each.address.toLowerCase() === address))
      return []
    const label = `${name}, by its code`
    return [{ address, chainIds: [], kind: 'protocol', label, source: 'code hash', canonical: true, as: ['library'] }]
  })
  return added.length === 0 && kept.length === intel.length ? intel : [...kept, ...added]
}

/** Names the library of Safe that a contract is by its code; undefined: it is none. */
function safeLibraryOf(address: string, codeHash: string): string | undefined {
  return names.get(codeHash) ?? withOwnAddress.find(([, ...parts]) => hashAt(address, parts) === codeHash)?.[0]
}

/** @param label of a record; it may go on after the name */
function isSafeLibraryName(label: string): boolean {
  const all = [...names.values(), ...withOwnAddress.map(([name]) => name)]
  return all.some((name) => label === name || label.startsWith(`${name} (`))
}

function hashAt(address: string, [before, after]: readonly [string, string]): string {
  return Hash.keccak256(`${before}7f${'0'.repeat(24)}${address.slice(2)}${after}` as `0x${string}`)
}
