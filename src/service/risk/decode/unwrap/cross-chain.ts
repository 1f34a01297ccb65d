import { lazily } from '../../../../shared/lazily.ts'
import { argumentsAs, Layout } from '../arguments.ts'
import { commandSignatures } from '../signatures.ts'
import { callsWithin, type InnerCall, type Unwrap, type UnwrapTable } from './inner-call.ts'

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
  const data = `0x${secondBridgeCalldata.slice(id.length)}`
  return callsWithin<{ data: string }>(
    { layout: bridgedAsset(), data, work, fault: 'its bridge data does not decode' },
    (inner) => ({ calls: [command(inner.data)] }),
  )
}

export const crossChainUnwraps: UnwrapTable = { '0x24fd57fb': viaSecondBridge }
