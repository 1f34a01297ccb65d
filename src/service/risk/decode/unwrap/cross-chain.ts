import { lazily } from '../../../../shared/lazily.ts'
import { argumentsAs, Layout } from '../arguments.ts'
import { signature } from '../signatures.ts'
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

const secondBridge = lazily(() => ({
  legacy: [signature('', 'ZK_BRIDGE_LEGACY(address token, uint256 amount, address receiver)')],
  current: [signature('', 'ZK_BRIDGE(uint256 amount, address receiver, address token)')],
  asset: new Layout('bytes32 assetId, bytes data'),
}))

/** zkSync: the version is the first byte; an address, with which the first version began, starts with zero. */
const viaSecondBridge: Unwrap = (frame, args, work) => {
  const { secondBridgeAddress, secondBridgeCalldata } = argumentsAs<{
    request: { secondBridgeAddress: string; secondBridgeCalldata: string }
  }>(args).request
  const { legacy, current, asset } = secondBridge()
  const command = (data: string, candidates: typeof legacy): InnerCall => ({
    actor: frame.actor,
    to: secondBridgeAddress,
    value: 0n,
    operation: 'command',
    data,
    command: { id: secondBridgeCalldata.slice(0, 4), candidates },
  })
  switch (secondBridgeCalldata.slice(2, 4)) {
    case '00':
      return { calls: [command(secondBridgeCalldata, legacy)] }
    case '01': {
      const reading = asset.read(secondBridgeCalldata.slice(4), work)
      if (reading.fault !== undefined) return { calls: [], fault: `its bridge data does not decode: ${reading.fault}` }
      return { calls: [command(argumentsAs<{ data: string }>(reading.args).data, current)] }
    }
    default:
      return { calls: [command(secondBridgeCalldata, [])] }
  }
}

export const crossChainUnwraps: UnwrapTable = {
  '0xe9e05c42': deposit,
  '0x149f2f22': deposit,
  '0x679b6ded': aliasedMessage,
  '0x6e6e8a6a': aliasedMessage,
  '0x549e8426': aliasedMessage,
  '0x24fd57fb': viaSecondBridge,
}
