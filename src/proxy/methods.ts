/**
 * What becomes of a method: judge: forwarded when what it sends or signs passes · refuse: not forwarded · pass: forwarded,
 * as it sends and signs nothing.
 */
export type Treatment = 'judge' | 'refuse' | 'pass'

/** Methods whose params are read and judged (asked/read-asked.ts). */
export const judgedMethods = [
  'eth_sendTransaction',
  'eth_signTransaction',
  'eth_sendRawTransaction',
  // EIP-7966.
  'eth_sendRawTransactionSync',
  'eth_sendRawTransactionConditional',
  'eth_sendPrivateTransaction',
  'eth_sendPrivateRawTransaction',
  'eth_sendBundle',
  'mev_sendBundle',
  // ERC-7769.
  'eth_sendUserOperation',
  // EIP-5792.
  'wallet_sendCalls',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
] as const
export type JudgedMethod = (typeof judgedMethods)[number]

/** Pass although a word of the name says that something is sent or changed. */
const HARMLESS: ReadonlySet<string> = new Set([
  // Take back what was sent.
  'eth_cancelBundle',
  'eth_cancelPrivateTransaction',
  // Proofs of work, which move nothing.
  'eth_submitWork',
  'eth_submitHashrate',
  // OpenRPC.
  'rpc.discover',
  // Ask the owner of a wallet whether a site may see the accounts.
  'eth_requestAccounts',
])

/** Namespaces that control nodes, keys and wallets: only these methods of them pass. */
const restricted: Readonly<Record<string, RegExp>> = {
  account: /^(?:list|version)$/,
  admin: /^(?:datadir|nodeInfo|peers)$/,
  anvil: /^(?:get.+|metadata|nodeInfo)$/,
  arbdebug: /^(?:get.+|pricingModel|timeoutQueue|validateMessageNumber)$/,
  auctioneer: /^get.+$/,
  blxr: /^(?:get_.+|simulate_.+|tx_status)$/,
  bx: /^get_.+$/,
  clef: /^$/,
  clique: /^(?:get.+|proposals|status)$/,
  conductor: /^(?:active|leader.*|paused|stopped|sequencerHealthy|clusterMembership)$/,
  config: /^get.+$/,
  db: /^get.+$/,
  debug:
    /^(?:trace.+|get.+|accountRange|storageRangeAt|preimage|dumpBlock|intermediateRoots|execution.+|printBlock|codeByHash|dbAncients|chaindbProperty|gcStats|memStats|seedHash|stacks|stateRootWithUpdates|bundler_dump.+|bundler_get.+)$/,
  eea: /^get.+$/,
  engine: /^$/,
  evm: /^$/,
  ganache: /^get.+$/,
  hardhat: /^(?:get.+|metadata)$/,
  ibft: /^get.+$/,
  istanbul: /^(?:get.+|candidates|nodeAddress|status)$/,
  keyring: /^$/,
  les: /^(?:get.+|latestCheckpoint|serverInfo|clientInfo)$/,
  mainbridge: /^get.+$/,
  maintenance: /^$/,
  mev: /^(?:simBundle|get.+|has.+|params|running|bestBidGasFee|bidHistory)$/,
  miner: /^(?:getHashrate|hashrate|mining)$/,
  opp2p: /^(?:self|peers|peerStats|peerTable)$/,
  parity:
    /^(?:get.+|chain|chainId|chainStatus|composeTransaction|defaultExtraData|enode|extraData|futureTransactions|gasFloorTarget|gasPriceHistogram|list.+|localTransactions|minGasPrice|mode|net.+|next.+|nodeKind|nodeName|pendingTransactions.*|registryAddress|rpcSettings|transactionsLimit|unsignedTransactionsCount|version.*)$/,
  perm: /^get.+$/,
  personal: /^(?:listAccounts|listWallets|ecRecover)$/,
  plugins: /^$/,
  priv: /^(?:get.+|call|findPrivacyGroup|debugGetStateRoot|newFilter|uninstallFilter|subscribe|unsubscribe)$/,
  qbft: /^get.+$/,
  shh: /^(?:get.+|info|version)$/,
  signer: /^(?:requestsToConfirm|signerEnabled)$/,
  snap: /^$/,
  subbridge: /^get.+$/,
  tenderly:
    /^(?:simulate.+|trace.+|estimate.+|get.+|decode.+|functionSignatures|eventSignature|errorSignatures|gasPrice|suggestGasFee|contractAbi)$/,
  testing: /^$/,
  ui: /^$/,
  vault: /^(?:get.+|list.*)$/,
  wallet:
    /^(?:get.+|prepareCalls|showCallsStatus|watchAsset|checkPermissions|isSnapAvailable|scanQRCode|verifySignature)$/,
}

/** First words of names that only read, unless a word of `SENDS` follows. */
const READS: ReadonlySet<string> = new Set(
  'get is has call estimate simulate trace check count validate verify subscribe unsubscribe list find search fetch query decode'.split(
    ' ',
  ),
)

/** Words that send or sign, or ask somebody else to, anywhere in a name. */
const SENDS = /^(?:re)?(?:send|sign|submit|broadcast|publish|relay|inject|issue|import|unlock|execute|grant|push)/

/** First words of names that change a node, a pool or an account. */
const CHANGES: ReadonlySet<string> = new Set(
  (
    'accept activate add advance allow anchor apply approve attach ban begin burn buy cancel change claim clear close ' +
    'commit compact confirm configure connect create debit decrease decrypt delegate delete deny deploy deposit derive ' +
    'destroy detach disable disallow discard disconnect drop emit enable encrypt evict exec export forkchoice force ' +
    'forget freeze generate handle impersonate increase init initialize insert install invoke kick kill load lock make ' +
    'mine mint modify move new open override pause pay permit pin post process promote propose prune put reboot rebuild ' +
    'redeem register reject release reload remove rename reorg replace reset restart restore resume revert revoke rewind ' +
    'roll rotate run save schedule set shutdown snapshot spend stake start stop store swap switch tap transact transfer ' +
    'trigger unban unblock undo unfreeze unpin unregister unstake update upgrade upload use vote wipe withdraw write'
  ).split(' '),
)

/** Rests of names that begin like a change and only read. */
const READS_ALL_THE_SAME = /^(?:createAccessList|new.*Filter|newAcceptedTransactions)$/

/** Names of methods as nodes write them. */
const NAME = /^[A-Za-z][A-Za-z0-9]{0,40}[_.][A-Za-z0-9_.]{1,80}$/

const judged: ReadonlySet<string> = new Set(judgedMethods)
const judgedInAnyCase: ReadonlySet<string> = new Set(judgedMethods.map((name) => name.toLowerCase()))

/**
 * The first line that fits decides. A method that nobody knows passes, unless its name says that it sends, signs or changes
 * something.
 * @param allowed of `--allow-method`: names, or starts of names that end with `*`
 */
export function treatmentOf(method: string, allowed: readonly string[]): Treatment {
  if (judged.has(method)) return 'judge'
  if (!NAME.test(method)) return 'refuse'
  if (judgedInAnyCase.has(method.toLowerCase())) return 'refuse'
  if (HARMLESS.has(method)) return 'pass'
  if (allowed.some((pattern) => matches(method, pattern))) return 'pass'
  return onlyReads(method) ? 'pass' : 'refuse'
}

export function isJudged(method: string): method is JudgedMethod {
  return judged.has(method)
}

function onlyReads(method: string): boolean {
  const [namespace = '', ...parts] = method.split('_')
  const rest = parts.join('_')
  const reads = Object.hasOwn(restricted, namespace.toLowerCase()) ? restricted[namespace.toLowerCase()] : undefined
  if (reads) return reads.test(rest)
  // Namespaces with a dot are those of other kinds of nodes: Avalanche, Filecoin.
  if (method.includes('.')) return false
  const words = wordsOf(rest)
  const [first = ''] = words
  if (READS.has(first)) return !words.some((word) => /^(?:send|sign|submit|broadcast|execute|unlock)$/.test(word))
  // A name in another case has other words: what it sends may stand anywhere.
  if (words.some((word) => SENDS.test(word)) || /send|sign|submit|broadcast|execute|unlock/i.test(rest)) return false
  return !CHANGES.has(first) || READS_ALL_THE_SAME.test(rest)
}

/** `sendRawTransaction_v2` → send, raw, transaction, v2. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

function matches(method: string, pattern: string): boolean {
  return pattern.endsWith('*') ? method.startsWith(pattern.slice(0, -1)) : method === pattern
}
