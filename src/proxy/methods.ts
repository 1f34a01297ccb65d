/**
 * What becomes of a method: judge: forwarded when what it sends or signs passes · refuse: not forwarded · pass: forwarded,
 * as it sends and signs nothing · allow: forwarded, as the operator says so.
 */
export type Treatment = 'judge' | 'refuse' | 'pass' | 'allow'

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

/** Names that pass although they do not begin with a reading word, by namespace. */
const known: Readonly<Record<string, string>> = {
  alchemy: 'requestGasAndPaymasterAndData requestPaymasterAndData',
  arb: 'latestValidated maintenanceStatus',
  arbtrace: 'block call callMany filter get replayBlockTransactions replayTransaction transaction',
  cfx: 'call chainId clientVersion epochNumber gasPrice',
  erigon: 'blockNumber cacheCheck cumulativeChainTraffic forks nodeInfo watchTheBurn',
  eth:
    'accounts baseFee blobBaseFee blockNumber call callBundle callDetailed callMany chainConfig chainId coinbase config ' +
    'compileSolidity createAccessList feeHistory fillTransaction gasPrice hashrate maxPriorityFeePerGas mining multicall ' +
    'multicallV1 newAcceptedTransactions newBlockFilter newFilter newPendingTransactionFilter nodeAddress ' +
    'pendingTransactions protocolVersion suggestGasPrice suggestPriceOptions supportedEntryPoints syncing txGasLimitCap ' +
    'uninstallFilter upgradeStatus ' +
    // Take back what was sent.
    'cancelBundle cancelPrivateTransaction ' +
    // Proofs of work, which move nothing.
    'submitHashrate submitWork ' +
    // Asks the owner of a wallet whether a site may see the accounts.
    'requestAccounts',
  governance:
    'chainConfig itemsAt myVotes myVotingPower nodeAddress pendingChanges showTally status totalVotingPower votes',
  health: 'nodeStatus',
  hmy: 'blockNumber call gasPrice protocolVersion syncing',
  hmyv2: 'blockNumber call gasPrice protocolVersion syncing',
  kaia:
    'accountCreated accounts blockNumber call chainID chainId clientVersion createAccessList encodeAccountKey feeHistory ' +
    'forkStatus gasPrice lowerBoundGasPrice maxPriorityFeePerGas newBlockFilter newFilter newPendingTransactionFilter ' +
    'nodeAddress pendingTransactions protocolVersion recoverFromMessage recoverFromTransaction rewardbase sha3 syncing ' +
    'uninstallFilter upperBoundGasPrice',
  klay:
    'accountCreated accounts blockNumber call chainID chainId clientVersion createAccessList encodeAccountKey feeHistory ' +
    'gasPrice lowerBoundGasPrice maxPriorityFeePerGas newBlockFilter newFilter newPendingTransactionFilter nodeAddress ' +
    'pendingTransactions protocolVersion rewardbase sha3 syncing uninstallFilter upperBoundGasPrice',
  net: 'enode listening networkId nodeInfo peerCount services version',
  optimism: 'outputAtBlock rollupConfig safeHeadAtL1Block syncStatus version',
  pm: 'accounts sponsorUserOperation supportedEntryPoints',
  proof: 'call',
  rpc: 'modules',
  rundler: 'maxPriorityFeePerGas',
  skandha: 'config feeHistory userOperationStatus',
  starknet: 'blockHashAndNumber blockNumber call chainId specVersion syncing',
  trace: 'block call callMany filter get rawTransaction replayBlockTransactions replayTransaction transaction',
  txpool:
    'besuPendingTransactions besuStatistics besuTransactions content contentFrom inspect locals nonce pendingTransactions status',
  web3: 'bundlerVersion clientVersion sha3',
  zkevm: 'batchNumber batchNumberByBlockNumber consolidatedBlockNumber verifiedBatchNumber virtualBatchNumber',
  zks: 'L1BatchNumber L1ChainId gasPerPubdata',
}
const KNOWN: ReadonlySet<string> = new Set([
  // OpenRPC.
  'rpc.discover',
  ...Object.entries(known).flatMap(([namespace, names]) => names.split(' ').map((name) => `${namespace}_${name}`)),
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
  'get is has estimate simulate trace check count validate verify subscribe unsubscribe list find search fetch query decode'.split(
    ' ',
  ),
)

/** Words that send or sign, or ask somebody else to, anywhere in a name, the namespace too. */
const SENDS =
  /^(?:re|un)?(?:send|sign|submit|broadcast|publish|relay|inject|issue|import|lock|execute|grant|push|forward|dispatch|distribute|transact)[0-9]*$/

/** Words for what moves money or changes something: a name with one of them only reads when it begins with a reading word. */
const CHANGES: ReadonlySet<string> = new Set(
  (
    'accelerate add advance allow approve associate authorize ban batch boost bump burn buy cancel change claim clear ' +
    'close commit complete confirm connect consume create credit debit decrypt delegate delete deliver deploy deposit ' +
    'disable disconnect do drain drop enable enqueue extend finalize flush fund gossip handle init initialize insert install invoke ' +
    'kick kill launch liquidate load maintenance make mine mint move new notify offer open pass pay perform permit place ' +
    'post process propagate propose pull put queue raise recover redeem reemit register release reload remove replace ' +
    'replay reset restart retry revert revoke route run save schedule set settle ship shutdown speed spend sponsor ' +
    'sponsored spray stake start stop swap sweep switch sync throw transfer transmit trigger uninstall unstake update ' +
    'upgrade upload vote withdraw write zap ' +
    // What is sent.
    'bundle bundles call calls forkchoice intent intents operation operations op ops order orders payload raw transaction ' +
    'transactions transfers tx txs userop userops'
  ).split(' '),
)
/** Those that are looked for inside of words, too: the case of a name, which divides its words, is nothing to rely on. */
const LONG = [
  ...CHANGES,
  'send',
  'sign',
  'submit',
  'broadcast',
  'publish',
  'relay',
  'execute',
  'forward',
  'dispatch',
].filter((word) => word.length >= 4)

/** What may follow "and" in the name of one that reads; another word may be a second thing that is done. */
const NOUNS: ReadonlySet<string> = new Set(
  'address collateral data hash index logs nonce number paymaster receipt receipts'.split(' '),
)

/** Names of methods as nodes write them. */
const NAME = /^[A-Za-z][A-Za-z0-9]{0,40}[_.][A-Za-z0-9_.]{1,80}$/

const judged: ReadonlySet<string> = new Set(judgedMethods)
const judgedInAnyCase: ReadonlyMap<string, JudgedMethod> = new Map(
  judgedMethods.map((name) => [name.toLowerCase(), name]),
)

/**
 * The first line that fits decides. A method that is not known here passes when its name says that it reads, or has no word
 * for what sends or changes something.
 * @param allowed of `--allow-method`: names, or starts of names that end with `*`
 */
export function treatmentOf(method: string, allowed: readonly string[]): Treatment {
  if (judged.has(method)) return 'judge'
  if (!NAME.test(method)) return 'refuse'
  if (judgedNameOf(method) !== undefined) return 'refuse'
  if (KNOWN.has(method)) return 'pass'
  if (onlyReads(method)) return 'pass'
  return allowed.some((pattern) => matches(method, pattern)) ? 'allow' : 'refuse'
}

export function isJudged(method: string): method is JudgedMethod {
  return judged.has(method)
}

/** The name of a judged method that is written in another case. */
export function judgedNameOf(method: string): JudgedMethod | undefined {
  return judgedInAnyCase.get(method.toLowerCase())
}

/** Words that say so, with any other words beside them. */
const SENDS_FOR_SURE = /send|submit|broadcast|publish|relay|inject|execut|push|forward|dispatch|transfer/i
const WHAT_IS_SENT = /transact|tx|call|operation|bundle/i

/** Whether a method that is not forwarded could have taken a nonce of somebody, for all that its name says. */
export function maySend(method: string): boolean {
  if (treatmentOf(method, []) === 'pass') return false
  if (SENDS_FOR_SURE.test(method)) return true
  if (/sign/i.test(method)) return false
  const [namespace = ''] = method.toLowerCase().split('_')
  return !Object.hasOwn(restricted, namespace) || WHAT_IS_SENT.test(method)
}

function onlyReads(method: string): boolean {
  // Namespaces with a dot are those of other kinds of nodes: Avalanche, Filecoin.
  if (method.includes('.')) return false
  const words = wordsOf(method)
  if (words.some((word) => SENDS.test(word)) || doesMore(words)) return false
  const [namespace = '', ...parts] = method.split('_')
  const rest = parts.join('_')
  const reads = Object.hasOwn(restricted, namespace.toLowerCase()) ? restricted[namespace.toLowerCase()] : undefined
  if (reads) return reads.test(rest)
  return READS.has(wordsOf(rest)[0] ?? '') || !doesSomething(method, words)
}

/** Whether a name that does not begin with a reading word has one for what sends or changes something. */
function doesSomething(method: string, words: readonly string[]): boolean {
  const plain = method.toLowerCase()
  const all = [...words, ...plain.split('_')].map((word) => word.replace(/(?<![0-9])[0-9]+$/, ''))
  return all.some((word) => CHANGES.has(word)) || LONG.some((word) => plain.includes(word))
}

function doesMore(words: readonly string[]): boolean {
  return words.some((word, index) => /^(?:and|or|then)$/.test(word) && !NOUNS.has(words[index + 1] ?? ''))
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
