/** One campaign of the long run. */
export interface Planned {
  /** Program in test/campaigns, without extension. */
  readonly campaign: string
  /** Goals of reliability that it tries. */
  readonly goals: string
  /** What holds when all its promises are kept. */
  readonly claim: string
  /** Cases of one shard, as the program’s first argument. */
  readonly shard: number
  /** Expected time of the first shard; later ones take as long as the last. */
  readonly seconds: number
  /** Cases wanted, by what the program counts; the first decides which campaign goes next. */
  readonly wanted: Readonly<Record<string, number>>
  /** It tries the same cases each time, so one run is enough. */
  readonly isWhole?: true
}

/** The long run, in the order of its table. */
export const PLAN: readonly Planned[] = [
  {
    campaign: 'kill-nine',
    goals: 'G3',
    claim: 'SIGKILL under load loses nothing acknowledged; every alert arrives',
    shard: 250,
    seconds: 120,
    wanted: { kills: 10_000 },
  },
  {
    campaign: 'power-cut',
    goals: 'G4',
    claim: 'a power cut loses nothing acknowledged; the service opens the database',
    shard: 5000,
    seconds: 30,
    wanted: { 'power cuts': 100_000 },
  },
  {
    campaign: 'disk-full',
    goals: 'G5',
    claim: 'a full disk is answered with 503; nothing acknowledged is lost',
    shard: 50,
    seconds: 100,
    wanted: { rounds: 200 },
  },
  {
    campaign: 'syscall-faults',
    goals: 'G5',
    claim: 'a failing system call loses nothing acknowledged, is named, and work goes on afterwards',
    shard: 250,
    seconds: 220,
    wanted: { faults: 2000 },
  },
  {
    campaign: 'receiver-faults',
    goals: 'G6',
    claim: 'a faulty receiver delays no other by more than 2 s',
    shard: 100,
    seconds: 900,
    wanted: { cells: 200 },
    isWhole: true,
  },
  {
    campaign: 'rate-limited-chat',
    goals: 'G7',
    claim: 'rate limits of chats are obeyed; no alert is lost',
    shard: 1000,
    seconds: 180,
    wanted: { alerts: 1000 },
  },
  {
    campaign: 'address-guard',
    goals: 'G8',
    claim: 'no byte reaches a forbidden address',
    shard: 1,
    seconds: 20,
    wanted: { checks: 1500 },
    isWhole: true,
  },
  {
    campaign: 'decode-fuzz',
    goals: 'G9',
    claim: 'the decoder reads any call data in bounded time',
    shard: 100_000,
    seconds: 60,
    wanted: { inputs: 1_000_000 },
  },
  {
    campaign: 'api-fuzz',
    goals: 'G9',
    claim: 'every answer is as the OpenAPI document says; no error of the service, no secret',
    shard: 20_000,
    seconds: 150,
    wanted: { cases: 1_000_000, sequences: 10_000 },
  },
  {
    campaign: 'clock',
    goals: 'G10',
    claim: 'a wall clock that is set delays, repeats and loses no alert',
    shard: 36,
    seconds: 420,
    wanted: { 'clock steps': 360 },
  },
  {
    campaign: 'two-servers',
    goals: 'G11',
    claim: 'two servers on PostgreSQL lose nothing while they are killed, stopped and the database restarts',
    shard: 10,
    seconds: 200,
    wanted: { kills: 100, stops: 50, restarts: 10 },
  },
  {
    campaign: 'reorgs',
    goals: 'chain',
    claim: 'a followed chain is reported once and taken back rightly through forks, kills and stops, on both databases',
    shard: 100,
    seconds: 900,
    wanted: { reorgs: 2000, 'kills and stops': 400 },
  },
  {
    campaign: 'proxy',
    goals: 'proxy',
    claim: 'no way to write, pack or send a refused call gets it past the proxy; no web page is answered',
    shard: 20_000,
    seconds: 60,
    wanted: { cases: 200_000, 'page requests': 500 },
  },
  {
    campaign: 'proxy-kill',
    goals: 'proxy',
    claim: 'SIGKILL of the proxy or the service after an approval: no payment is sent twice, each can be ended',
    shard: 100,
    seconds: 300,
    wanted: { kills: 1000 },
  },
  {
    campaign: 'safe-queue',
    goals: 'safe',
    claim: 'SIGKILL while the queue of a Safe is read: each change has its message, and none has two',
    shard: 100,
    seconds: 240,
    wanted: { kills: 300 },
  },
  {
    campaign: 'policies',
    goals: 'policies',
    claim: 'budgets are exact while servers of both databases are killed under load',
    shard: 8,
    seconds: 720,
    wanted: { histories: 80 },
  },
  {
    campaign: 'week',
    goals: 'alerts',
    claim: 'a week of failing receivers, changing lists, silences and restarts: every alert has one end',
    shard: 7,
    seconds: 400,
    wanted: { days: 7 },
  },
  {
    campaign: 'damage',
    goals: 'G12',
    claim: 'no damage to files is silent',
    shard: 500,
    seconds: 120,
    wanted: { damages: 5000 },
  },
  {
    campaign: 'overload',
    goals: 'G1',
    claim: 'three times what it can, over 2,000 connections: every request is answered, none is reset',
    shard: 60,
    seconds: 90,
    wanted: { requests: 100_000 },
  },
  {
    campaign: 'soak',
    goals: 'G2, G16',
    claim: '100 validations a second: nothing lost, memory, log and descriptors stay bounded',
    shard: 10,
    seconds: 630,
    wanted: { minutes: 60 },
  },
  {
    campaign: 'create',
    goals: 'G13',
    claim: 'a database whose creation is killed at any write is completed by the next command',
    shard: 1000,
    seconds: 120,
    wanted: { kills: 50 },
    isWhole: true,
  },
]

/** Goals that tests cover, not campaigns. */
export const TESTED: readonly string[] = [
  'G14: npm test and npm run test:postgres run the same contract suite (test/contract), on SQLite and on PostgreSQL.',
  'G15: test/service/destinations/signing-secret.test.ts has the vector of Standard Webhooks; webhook.test.ts uses its library.',
]
