import { lazily } from '../../../../shared/lazily.ts'
import { argumentsAs, Layout } from '../arguments.ts'
import { commandSignatures } from '../signatures.ts'
import { callOf, type InnerCall, type Unwrap, type UnwrapTable } from './inner-call.ts'

/** Calls that a message makes on another chain. Its value is part of the bridge transfer. */

/** Added to the sender of a message to Arbitrum: a contract there may have the same address. */
const ALIAS = 0x1111000000000000000000000000000000001111n

function aliased(actor: string): string {
  return `0x${BigInt.asUintN(160, BigInt(actor) + ALIAS)
    .toString(16)
    .padStart(40, '0')}`
}

/** Without data, only value goes there. */
const aliasedMessage: Unwrap = (frame, args) => {
  const { to, data } = argumentsAs<{ to: string; data: string }>(args)
  return { calls: data === '0x' ? [] : [callOf(aliased(frame.actor), { target: to, data })] }
}

/** Optimism: may create a contract instead. */
const deposit: Unwrap = (frame, args) => {
  const { to, isCreation, data } = argumentsAs<{ to: string; isCreation: boolean; data: string }>(args)
  if (data === '0x') return { calls: [] }
  return {
    calls: [{ actor: frame.actor, to: isCreation ? undefined : to, value: 0n, operation: 'call', data }],
  }
}

const WITH_ASSET = '0x01'
const bridgedAsset = lazily(() => new Layout('bytes32 assetId, bytes data'))

/** zkSync: the version is the first byte; an address, with which the first version began, starts with zero. */
const viaSecondBridge: Unwrap = (frame, args, work) => {
  const { secondBridgeAddress, secondBridgeCalldata } = argumentsAs<{
    request: { secondBridgeAddress: string; secondBridgeCalldata: string }
  }>(args).request
  const id = secondBridgeCalldata.slice(0, 4)
  const command = (data: string): InnerCall => ({
    actor: frame.actor,
    to: secondBridgeAddress,
    value: 0n,
    operation: 'command',
    data,
    command: { id, candidates: commandSignatures('zksync', id) },
  })
  if (id !== WITH_ASSET) return { calls: [command(secondBridgeCalldata)] }
  const reading = bridgedAsset().read(secondBridgeCalldata.slice(id.length), work)
  if (reading.fault !== undefined) return { calls: [], fault: `its bridge data does not decode: ${reading.fault}` }
  return { calls: [command(argumentsAs<{ data: string }>(reading.args).data)] }
}

export const crossChainUnwraps: UnwrapTable = {
  '0xe9e05c42': deposit,
  '0x149f2f22': deposit,
  '0x679b6ded': aliasedMessage,
  '0x6e6e8a6a': aliasedMessage,
  '0x549e8426': aliasedMessage,
  '0x24fd57fb': viaSecondBridge,
}
