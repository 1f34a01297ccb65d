import type { Analysis } from '../../src/service/risk/analyze.ts'
import { analyzeMessage } from '../../src/service/risk/typed-data/analyze-message.ts'
import { readTypedData } from '../../src/service/risk/typed-data/read-message.ts'
import { AAVE_DEBT_USDC, COMET_USDC, DAI, MORPHO, PERMIT2, UNISWAP_POSITIONS, USDC } from './adversarial/protocols.ts'
import { allow, type Listed, SIGNER } from './adversarial/row.ts'
import { namedValue, type Use } from './effect-values.ts'
import { Random } from './random.ts'

/** Signed messages (EIP-712) that give a right to another address, and their honest twins. */
export interface MessageClass {
  readonly side: 'attacks' | 'honest'
  readonly cases: readonly MessageCase[]
}

export interface MessageCase {
  readonly name: string
  readonly typedData: TypedData
  readonly lists: readonly Listed[]
}

interface TypedData {
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly domain: Readonly<Record<string, string>>
  readonly message: Readonly<Record<string, unknown>>
}

/** Members as `type name=value`, with the values of effect-values.ts; a struct has no value of its own. */
interface Message {
  readonly source: string
  readonly at: string
  readonly domain: Readonly<Record<string, string>>
  /** The first one is the primary type. */
  readonly structs: Readonly<Record<string, string>>
}

const CASES = 300
const PERMIT2_DETAILS = 'address token=token, uint160 amount=power, uint48 expiration=deadline, uint48 nonce=nonce'

const messages: readonly [Message, ...Message[]] = [
  {
    source: 'ERC-2612',
    at: USDC,
    domain: { name: 'USD Coin', version: '2' },
    structs: {
      Permit:
        'address owner=actor, address spender=gainer, uint256 value=power, uint256 nonce=nonce, uint256 deadline=deadline',
    },
  },
  {
    source: 'DAI: permit',
    at: DAI,
    domain: { name: 'Dai Stablecoin', version: '1' },
    structs: {
      Permit:
        'address holder=actor, address spender=gainer, uint256 nonce=nonce, uint256 expiry=deadline, bool allowed=on',
    },
  },
  {
    source: 'Uniswap v3: ERC-4494',
    at: UNISWAP_POSITIONS,
    domain: { name: 'Uniswap V3 Positions NFT-V1', version: '1' },
    structs: { Permit: 'address spender=gainer, uint256 tokenId=id, uint256 nonce=nonce, uint256 deadline=deadline' },
  },
  {
    source: 'Permit2: PermitSingle',
    at: PERMIT2,
    domain: { name: 'Permit2' },
    structs: {
      PermitSingle: 'PermitDetails details=, address spender=gainer, uint256 sigDeadline=deadline',
      PermitDetails: PERMIT2_DETAILS,
    },
  },
  {
    source: 'Permit2: PermitBatch',
    at: PERMIT2,
    domain: { name: 'Permit2' },
    structs: {
      PermitBatch: 'PermitDetails[] details=, address spender=gainer, uint256 sigDeadline=deadline',
      PermitDetails: PERMIT2_DETAILS,
    },
  },
  {
    source: 'Permit2: PermitTransferFrom',
    at: PERMIT2,
    domain: { name: 'Permit2' },
    structs: {
      PermitTransferFrom:
        'TokenPermissions permitted=, address spender=gainer, uint256 nonce=nonce, uint256 deadline=deadline',
      TokenPermissions: 'address token=token, uint256 amount=power',
    },
  },
  {
    source: 'Aave v3: credit delegation',
    at: AAVE_DEBT_USDC,
    domain: { name: 'Aave Ethereum Variable Debt USDC', version: '1' },
    structs: {
      DelegationWithSig:
        'address delegatee=gainer, uint256 value=power, uint256 nonce=nonce, uint256 deadline=deadline',
    },
  },
  {
    source: 'Compound III: allowBySig',
    at: COMET_USDC,
    domain: { name: 'Compound USDC', version: '0' },
    structs: {
      Authorization:
        'address owner=actor, address manager=gainer, bool isAllowed=on, uint256 nonce=nonce, uint256 expiry=deadline',
    },
  },
  {
    source: 'Morpho Blue: setAuthorizationWithSig',
    at: MORPHO,
    domain: {},
    structs: {
      Authorization:
        'address authorizer=actor, address authorized=gainer, bool isAuthorized=on, uint256 nonce=nonce, uint256 deadline=deadline',
    },
  },
  {
    source: 'Coinbase: SpendPermissionManager',
    at: '0xf85210b21cc50302f477ba56686d2019dc9b67ad',
    domain: { name: 'Spend Permission Manager', version: '1' },
    structs: {
      SpendPermission:
        'address account=actor, address spender=gainer, address token=token, uint160 allowance=power, uint48 period=period, uint48 start=zero, uint48 end=deadline, uint256 salt=nonce, bytes extraData=zero',
    },
  },
]

/** Deterministic per seed. */
export function generateMessages(seed: number): MessageClass[] {
  const random = new Random(seed)
  const some = (make: () => MessageCase) => Array.from({ length: CASES }, make)
  return [
    { side: 'attacks', cases: some(() => messageCase(random, random.pick([...messages]))) },
    { side: 'honest', cases: some(() => honestCase(random)) },
  ]
}

/** As the service reads it. */
export function analysisOf(asked: { typedData: unknown; from?: string; chainId?: string }): Analysis {
  const { typedData, from = SIGNER, chainId } = asked
  const read = analyzeMessage(readTypedData(typedData), {
    from,
    isChain: () => true,
    now: NOW,
    ...(chainId && { chainId }),
  })
  if ('missing' in read) throw new Error(read.why)
  return read
}

/** 2027. */
const NOW = 1_800_000_000_000

function honestCase(random: Random): MessageCase {
  const message = random.pick([...messages])
  const gainer = random.address()
  const canGoBack = Object.values(message.structs).some((members) => /=(?:on|power)\b/.test(members))
  return canGoBack && random.below(2) === 0
    ? messageCase(random, message, { isBack: true })
    : { ...messageCase(random, message, { gainer }), lists: [allow(gainer)] }
}

function messageCase(random: Random, { source, at, domain, structs }: Message, given: Partial<Use> = {}): MessageCase {
  const use = { random, actor: SIGNER, gainer: random.address(), isBack: false, isUnprotected: false, ...given }
  const fork = random.below(4) === 0 && at !== PERMIT2 ? random.address() : at
  const whole = { ...domain, chainId: '1', verifyingContract: fork }
  const [primaryType = ''] = Object.keys(structs)
  const parsed = Object.fromEntries(Object.entries(structs).map(([name, members]) => [name, membersOf(members)]))
  const memberValue = (type: string, value: string): unknown => {
    const members = parsed[type.replace('[]', '')]
    if (!members) return jsonValue(namedValue(value, type, use))
    const struct = Object.fromEntries(members.map((each) => [each.name, memberValue(each.type, each.value)]))
    return type.endsWith('[]') ? [struct] : struct
  }
  const types = Object.entries({ ...parsed, EIP712Domain: DOMAIN.filter(({ name }) => name in whole) })
  return {
    name: source,
    typedData: {
      types: Object.fromEntries(
        types.map(([name, members]) => [name, members.map(({ name, type }) => ({ name, type }))]),
      ),
      primaryType,
      domain: whole,
      message: memberValue(primaryType, '') as TypedData['message'],
    },
    lists: [],
  }
}

const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

function membersOf(text: string) {
  return text.split(', ').map((member) => {
    const [type = '', named = ''] = member.split(' ')
    const [name = '', value = ''] = named.split('=')
    return { name, type, value }
  })
}

function jsonValue(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
