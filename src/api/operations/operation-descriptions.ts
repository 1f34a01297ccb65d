import type { OperationId } from './operations.ts'

/** What an operation does beyond its summary, for the OpenAPI document. */
export const descriptions: Readonly<Record<OperationId, string>> = {
  validateTransaction:
    'Stores the validation and enqueues the alerts that match. `valid` is false exactly when the transaction is blocked: by a BLOCK entry, or by a score at the threshold of the settings. Where a node of the chain is configured, it is asked about the accounts, and simulates the transaction.',
  updateTransaction:
    'Reports the transaction id, block and time of a validated transaction. The same report twice is accepted; another transactionId conflicts. Fires MONITOR alerts.',
  validateTransactionV1: 'Validates for SONAR and leaves out what v2 added.',
  updateTransactionV1: 'Like v2, with a required transactionId.',
  listControlLists: 'Pages of entries, oldest first unless sorted.',
  createControlList:
    'An entry applies to validations of its product. Another entry with the same address, type and product and a common chain conflicts.',
  updateControlList: 'The supplied chain ids replace those of the entry.',
  deleteControlList: 'The entry no longer applies to later validations.',
  createMonitor: 'An address is monitored once per chain.',
  listMonitors: 'Pages of addresses, oldest first unless sorted. All filters must match.',
  updateMonitor: 'Absent members keep what is stored; one of them is required.',
  deleteMonitor: 'Reports about the address fire no more MONITOR alerts.',
  listAlerts: 'All alert configurations, with the number of events that a destination accepted.',
  createAlert:
    'The configuration is active. Every clause of its filter must match; an absent clause matches everything.',
  updateAlert: 'Absent members keep what is stored; empty ones clear it. The type cannot change.',
  setAlertStatus: 'The alert type must be the stored one.',
  deleteAlert: 'Events that matched before are still sent.',
  listDestinations: 'All destinations, with masked secrets.',
  createDestination: 'What a destination needs depends on its channel.',
  updateDestination:
    'A masked secret that is sent back keeps the stored one. A new origin of webhookUrl needs the token again.',
  testDestination: 'Sends a test message now. A failure is part of the result, with status 200.',
  deleteDestination: 'Conflicts while an alert configuration uses the destination, or deliveries are pending.',
  validateTypedData:
    'Validates EIP-712 typed data, or an EIP-7702 authorization, by the call or right that it amounts to. Nothing is stored or sent.',
  listTransactions: 'Pages of stored validations, oldest first unless sorted. All filters must match.',
  getTransaction: 'The request, the result with its explanation, and all reports.',
  listAffected:
    'Newest first, with the verdict that each had. What a list says now does not change it: rescreenTransactions does that.',
  previewRescreen:
    'Nothing is stored or sent. Over HTTP it ends after 20 seconds with what it found. With `rules`, source and address are refused.',
  rescreenTransactions:
    'Direct listings (sanction, threat, mixer, BLOCK entry) of every address of a transaction, and of addresses one transfer away. The stored result stays; a change is a row of its own, and is found once. The alerts with `rescreen` get one message for each destination. It first goes on with runs that were interrupted. Over HTTP it ends after 20 seconds, and `serve` goes on.',
  listChainEvents: 'Pages of events, the newest blocks first unless sorted. All filters must match.',
  listAudit: 'Pages of administrative changes, with the values before and after; secrets are masked.',
  listDeliveries: 'Pages of deliveries, oldest first unless sorted. All filters must match.',
  getDelivery: 'The delivery, its message and all attempts.',
  retryDeliveries: 'Attempts keep counting; the Retry-After of a receiver still holds.',
  listAlertsWithAdditions:
    'Like the list of the interface, with alertOnNoData, the conditions on chain events and rescreen.',
  createAlertWithAdditions:
    'A service without alertOnNoData, kinds, minUsd and confirmations has no such path: no alert is created without its condition.',
  updateAlertWithAdditions:
    'Like the update of the interface, with alertOnNoData, the conditions on chain events and rescreen.',
  silenceAlert:
    'Its events are recorded with deliveries in the state SILENCED. Sanctions, verdicts of BLOCK entries, notices, and corrections of messages that were sent are not hidden.',
  setDestinationSending: 'Members that are absent keep what is stored.',
  testDestinationEvent:
    'The message is as one of this kind would be, marked as a test. A failure is part of the result, with status 200.',
  listMonitorsWithAdditions: 'Like the list of the interface, with kinds and from.',
  createMonitorWithAdditions:
    'A service that notifies about all kinds has no such path: it sends only what was requested.',
  updateMonitorWithAdditions: 'Like the update of the interface, with kinds.',
  replayAlert: 'Says for each stored validation which clauses match. Also for inactive configurations.',
  requestHold:
    'Requests the decision of a person about what a proxy refused, and notifies the alerts that match, or all SONAR alerts of the chain. The verdict is that of the stored validations and of the messages, which are validated again. While a hold of the same key, digest and content is in force, it is the answer; a worse verdict, a higher score or another risk of any part needs a new one.',
  listRequestedHolds: 'As listHolds.',
  getRequestedHold: 'As getHold.',
  listHolds: 'Pages of holds, newest first unless sorted.',
  getHold: 'What is held, what was decided about it, and until when that holds.',
  approveHold:
    'It passes once within 15 minutes. The key that requested it cannot approve it, unless it was requested with selfApprove.',
  rejectHold: 'It is refused for 24 hours. An approval that is not used yet is withdrawn.',
  releaseHold:
    'Called before what is approved is sent: it succeeds once for each approval. Only for the key that requested the hold.',
  settleHold:
    'Reports what became of a released one. One that the upstream refused is approved again, for the rest of the 15 minutes.',
  recordUnjudgedCall:
    'Writes an audit record `proxy.forward-unjudged`. A proxy that may forward without a verdict sends one for each such call.',
  listNodes: 'In the order in which they are read. No request is sent to a node.',
  listChains:
    'Chains that were followed, that have a node, or that have enabled monitored addresses. `next` is what a person does about a chain that is not read.',
  pauseChain: 'Verdicts on the chain are then made without evidence from a node, and say so. Idempotent.',
  resumeChain: 'Idempotent.',
  getExposure:
    'Open allowances, operators and approved items as they hold now, found by their events from the newest block back. Without chainId: the chains where the address is monitored, otherwise all that have a node. Over HTTP it ends after 20 seconds with what it found, and says what was not read.',
  syncHistory:
    'Stores the counterparties of token transfers of the address as contacts, which vouch for nothing. Over HTTP it ends after 20 seconds with what it read.',
  listFeeds: 'Sorted by name, with enabled feeds that were not fetched yet. Built-in knowledge is not listed.',
  listFeedCatalogue: 'With address, licence, interval and traps of each. None is fetched unless it is enabled.',
  enableFeed:
    'A running `serve` fetches it within seconds, and then at its interval. A snapshot that shrank or is older than the one before is refused. Idempotent.',
  disableFeed: 'The snapshot stays, and becomes stale. `intel remove` deletes it.',
  checkAddress:
    'All records about the address, and known contracts and tokens that it resembles. An address of another chain than EVM is looked up as a text: it resembles nothing, and no transaction there is validated.',
  checkSelector: 'The signatures of the function that feeds know.',
  listTokens:
    'Decimals are those of the built-in tokens and of imported token lists. Only where none has them, a node of the chain is read; they are never guessed.',
  listKnownChains:
    'Those that are built in, those that are defined, and those of the list that nodes, monitored addresses, lists or transactions here name.',
  setChain:
    'Replaces what was set. name and currency define a chain that is neither built in nor in the list, whose names and ids are refused. It holds from the next request on.',
  updateChain: 'What is not given stays as it was set, also where two set limits at the same time.',
  unsetChain:
    'Refused while nodes, monitored addresses, Safes, control lists or alerts name a chain that only this defines. Returns it.',
  listContracts:
    'The contracts whose functions are described here, with these functions. Read: their effects count as known. Named: only their names and arguments are.',
  setContract:
    'Replaces what is described of the contract with this address on this chain. It holds from the next verdict on. What source operator says counts as read; what source erc7730 says may raise a verdict, and never lowers one.',
  deleteContract: 'Removes the description of a contract, and returns it.',
  listNames:
    'Those of the address book, and the names of Safes, monitored addresses and described contracts. A name vouches for nothing.',
  findNames:
    'As listNames, for those who validate. The name that counts for an address is the first: that of the chain before one for every chain.',
  setName:
    'An address has one name on a chain, and one on every chain. The answer names other addresses that have the name or a similar one, and named addresses that look like this one.',
  deleteName: 'The chain is `all` for a name on every chain. Names from elsewhere are changed where they were given.',
  listPolicies: 'All policies, by name.',
  setPolicy:
    'Stores a policy, or replaces the one with this name. It holds from the next validation on. A policy only restricts: it never lowers a verdict. Its budgets start empty when it is first enforced or their scope changes; a new amount goes on with what is used.',
  deletePolicy: 'Removes a policy, and returns it. What is used of its budgets is kept.',
  getPolicyUsage:
    'What the budgets of a policy have used in each of their windows, and when the oldest part of it leaves.',
  checkPolicies:
    'What names a sender, chain, key or token that does not exist, clauses of `allow` that `deny` takes back whole, limits that a narrower one makes useless, and limits in USD on assets without a price. Empty where there is nothing to say.',
  replayPolicies:
    'What the stored policies, or those of the request, would have said of the validations since then, and how far their budgets would have been used. Each is validated again with the lists and prices of now, without nodes; nothing is stored. Where `isDone` is false, the time ended before the newest were read.',
  draftPolicy:
    'The tightest policy that what passed since then would have passed, with the limits rounded up to two digits and a note of what each member was made of; then replayed, to say what it would deny all the same. It observes, and nothing is stored. Messages are not stored, and so not in it. Where `isDone` is false, the time ended before the newest were read.',
  getReservations:
    'One for each budget of a policy that the validation takes an amount from; empty for one that takes nothing.',
  releaseReservations:
    'Ends the reservations of a transaction that will not be sent, so that budgets have the amount again. Audited.',
  listSafes: 'With how often the queue of each is read, and why.',
  createSafe:
    'A chain and address can be added once. URL and key of the service are encrypted together, and never come back. The service is not read now.',
  updateSafe: 'Absent members keep what is stored. A key without its URL is not taken: URL and key belong together.',
  getSafe:
    'Reads owners, threshold, nonce, singleton, guards, modules and fallback handler from a node of the chain, at one block, never from the transaction service.',
  deleteSafe: 'Validations of its queue stay.',
  pollSafes:
    'Takes events of the Safe events service, with the secret TXWARDEN_SAFE_EVENTS_SECRET of the server as Bearer token, or a management key. Nothing in the body is trusted. A Safe is read at most once in 5 s, not while its service refuses requests, and not where regular readings need what is left of its quota.',
  getSettings: 'The threshold that blocks, and what signed payloads have.',
  updateSettings: 'Absent members keep what is stored. Stored verdicts are no longer replayed.',
}
