--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: alert_destinations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.alert_destinations (
    alert_id text NOT NULL COLLATE pg_catalog."C",
    destination_id text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL
);


--
-- Name: alert_events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.alert_events (
    id text NOT NULL COLLATE pg_catalog."C",
    alert_id text NOT NULL COLLATE pg_catalog."C",
    alert_name text NOT NULL COLLATE pg_catalog."C",
    alert_type text NOT NULL COLLATE pg_catalog."C",
    svc_tx_id text NOT NULL COLLATE pg_catalog."C",
    content text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    confirmed_at bigint
);


--
-- Name: alerts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.alerts (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    filter text NOT NULL COLLATE pg_catalog."C",
    is_active integer NOT NULL,
    sent_counter integer DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT alerts_is_active_check CHECK ((is_active = ANY (ARRAY[0, 1])))
);


--
-- Name: api_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.api_keys (
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    hint text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    last_used_at bigint,
    revoked_at bigint,
    CONSTRAINT api_keys_kind_check CHECK ((kind = ANY (ARRAY['validation'::text, 'management'::text])))
);


--
-- Name: audit; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit (
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    actor text NOT NULL COLLATE pg_catalog."C",
    action text NOT NULL COLLATE pg_catalog."C",
    resource_id text NOT NULL COLLATE pg_catalog."C",
    before text COLLATE pg_catalog."C",
    after text COLLATE pg_catalog."C"
);


--
-- Name: control_list_entries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.control_list_entries (
    id text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    address_key text NOT NULL COLLATE pg_catalog."C",
    chain_ids text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    product_type text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    last_updated_at bigint NOT NULL,
    CONSTRAINT control_list_entries_product_type_check CHECK ((product_type = ANY (ARRAY['SONAR'::text, 'RASP'::text]))),
    CONSTRAINT control_list_entries_type_check CHECK ((type = ANY (ARRAY['ALLOW'::text, 'BLOCK'::text])))
);


--
-- Name: counterparties; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.counterparties (
    chain_id text NOT NULL COLLATE pg_catalog."C",
    owner text NOT NULL COLLATE pg_catalog."C",
    counterparty text NOT NULL COLLATE pg_catalog."C",
    ends integer NOT NULL,
    first_seen bigint NOT NULL,
    last_seen bigint NOT NULL,
    count bigint NOT NULL,
    had_value integer NOT NULL,
    CONSTRAINT counterparties_had_value_check CHECK ((had_value = ANY (ARRAY[0, 1])))
);


--
-- Name: deliveries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.deliveries (
    id text NOT NULL COLLATE pg_catalog."C",
    event_id text NOT NULL COLLATE pg_catalog."C",
    destination_id text NOT NULL COLLATE pg_catalog."C",
    destination_name text NOT NULL COLLATE pg_catalog."C",
    channel text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    due_at bigint NOT NULL,
    attempts integer NOT NULL,
    error_message text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    alert_id text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    uncounted integer DEFAULT 0 NOT NULL,
    CONSTRAINT deliveries_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'SENT'::text, 'DEAD'::text, 'CANCELLED'::text])))
);


--
-- Name: delivery_attempts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.delivery_attempts (
    delivery_id text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    at bigint NOT NULL,
    latency_ms integer NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    error_message text NOT NULL COLLATE pg_catalog."C",
    claim_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT delivery_attempts_state_check CHECK ((state = ANY (ARRAY['SENT'::text, 'FAILED'::text])))
);


--
-- Name: destinations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.destinations (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    channel text NOT NULL COLLATE pg_catalog."C",
    sealed_webhook_url text COLLATE pg_catalog."C",
    chat_id text COLLATE pg_catalog."C",
    sealed_token text COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    error_message text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    CONSTRAINT destinations_state_check CHECK ((state = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text])))
);


--
-- Name: graph_edges; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.graph_edges (
    chain_id text NOT NULL COLLATE pg_catalog."C",
    a bytea NOT NULL,
    b bytea NOT NULL,
    count bigint NOT NULL,
    CONSTRAINT graph_edges_order CHECK ((a < b))
);


--
-- Name: idempotent_answers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.idempotent_answers (
    scope text NOT NULL COLLATE pg_catalog."C",
    request_hash text NOT NULL COLLATE pg_catalog."C",
    status integer NOT NULL,
    sealed_answer text NOT NULL COLLATE pg_catalog."C",
    good_until bigint,
    evidence_revision integer,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);


--
-- Name: intel_entries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.intel_entries (
    id bigint NOT NULL,
    generation bigint NOT NULL,
    key bytea NOT NULL,
    chain_ids text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    sub_category text COLLATE pg_catalog."C",
    severity integer,
    label text NOT NULL COLLATE pg_catalog."C",
    symbol text COLLATE pg_catalog."C",
    canonical integer NOT NULL,
    ends integer,
    symbol_skeleton text COLLATE pg_catalog."C",
    name_skeleton text COLLATE pg_catalog."C",
    CONSTRAINT intel_entries_canonical_check CHECK ((canonical = ANY (ARRAY[0, 1])))
);


--
-- Name: intel_generations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.intel_generations (
    id bigint NOT NULL,
    source text NOT NULL COLLATE pg_catalog."C",
    first_entry bigint NOT NULL,
    last_entry bigint NOT NULL,
    started_at bigint NOT NULL
);


--
-- Name: intel_sources; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.intel_sources (
    name text NOT NULL COLLATE pg_catalog."C",
    format text NOT NULL COLLATE pg_catalog."C",
    generation bigint NOT NULL,
    rows_read bigint NOT NULL,
    rows_kept bigint NOT NULL,
    rows_rejected bigint NOT NULL,
    rejections text NOT NULL COLLATE pg_catalog."C",
    entries bigint NOT NULL,
    imported_at bigint NOT NULL,
    as_of bigint NOT NULL,
    max_age_ms bigint,
    chain_ids text COLLATE pg_catalog."C",
    url text COLLATE pg_catalog."C",
    etag text COLLATE pg_catalog."C",
    last_modified text COLLATE pg_catalog."C"
);


--
-- Name: kept_counts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.kept_counts (
    name text NOT NULL COLLATE pg_catalog."C",
    count bigint NOT NULL
);


--
-- Name: kysely_migration; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);


--
-- Name: kysely_migration_lock; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);


--
-- Name: lanes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.lanes (
    destination_id text NOT NULL COLLATE pg_catalog."C",
    claim_id text COLLATE pg_catalog."C",
    lease_until bigint NOT NULL,
    paused_until bigint NOT NULL,
    closed_until bigint NOT NULL,
    failures integer NOT NULL,
    failing_since bigint
);


--
-- Name: monitored_addresses; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.monitored_addresses (
    id text NOT NULL COLLATE pg_catalog."C",
    address text NOT NULL COLLATE pg_catalog."C",
    address_key text NOT NULL COLLATE pg_catalog."C",
    chain_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    name_key text NOT NULL COLLATE pg_catalog."C",
    enabled integer NOT NULL,
    created_at bigint NOT NULL,
    CONSTRAINT monitored_addresses_enabled_check CHECK ((enabled = ANY (ARRAY[0, 1])))
);


--
-- Name: nonces; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.nonces (
    chain_id text NOT NULL COLLATE pg_catalog."C",
    to_key text NOT NULL COLLATE pg_catalog."C",
    from_key text NOT NULL COLLATE pg_catalog."C",
    confirmed bigint NOT NULL,
    updated_at bigint NOT NULL
);


--
-- Name: prices; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.prices (
    chain_id text NOT NULL COLLATE pg_catalog."C",
    token text NOT NULL COLLATE pg_catalog."C",
    decimals integer NOT NULL,
    usd text NOT NULL COLLATE pg_catalog."C",
    as_of bigint NOT NULL,
    generation integer NOT NULL
);


--
-- Name: revisions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.revisions (
    name text NOT NULL COLLATE pg_catalog."C",
    value integer NOT NULL
);


--
-- Name: settings; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.settings (
    name text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C",
    updated_at bigint NOT NULL
);


--
-- Name: signers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.signers (
    address text NOT NULL COLLATE pg_catalog."C",
    sealed_private_key text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    retired_at bigint
);


--
-- Name: transaction_reports; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.transaction_reports (
    id text NOT NULL COLLATE pg_catalog."C",
    svc_tx_id text NOT NULL COLLATE pg_catalog."C",
    transaction_id text COLLATE pg_catalog."C",
    block_number text COLLATE pg_catalog."C",
    block_time bigint,
    reported_at bigint NOT NULL
);


--
-- Name: transactions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.transactions (
    id text NOT NULL COLLATE pg_catalog."C",
    product text NOT NULL COLLATE pg_catalog."C",
    chain_id text NOT NULL COLLATE pg_catalog."C",
    from_key text NOT NULL COLLATE pg_catalog."C",
    to_key text COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C",
    valid integer NOT NULL,
    combined_score integer NOT NULL,
    sub_category text NOT NULL COLLATE pg_catalog."C",
    request text NOT NULL COLLATE pg_catalog."C",
    result text NOT NULL COLLATE pg_catalog."C",
    payload_nonce bigint,
    payload_expires_at bigint,
    transaction_id text COLLATE pg_catalog."C",
    block_number text COLLATE pg_catalog."C",
    block_time bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    total_loss bigint,
    CONSTRAINT transactions_valid_check CHECK ((valid = ANY (ARRAY[0, 1])))
);


--
-- Data for Name: alert_destinations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.alert_destinations VALUES
	('01a200aa-2d05-741f-9e1f-4cfd345e15f5', '01a200aa-2cfd-7335-b443-7ca4f51b6e05', 0),
	('01a200aa-2d05-741f-9e1f-4cfd345e15f5', '01a200aa-2d03-731e-b0c4-f68cd8e63bd1', 1),
	('01a200aa-2d0b-70fc-99be-c644df612758', '01a200aa-2d03-731e-b0c4-f68cd8e63bd1', 0),
	('01a200aa-2d10-74a6-b22a-3045caef32dd', '01a200aa-2cfd-7335-b443-7ca4f51b6e05', 0);


--
-- Data for Name: alert_events; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: alerts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.alerts VALUES
	('01a200aa-2d05-741f-9e1f-4cfd345e15f5', 'Demo: whatever is blocked', 'SONAR', '{"validationEnforcementConfiguration":{"alertOnBlocked":true}}', 0, 0, 1795307482373, 1795307482375),
	('01a200aa-2d0b-70fc-99be-c644df612758', 'Demo: fraud on Ethereum', 'SONAR', '{"fromScore":31,"categories":["fraud"],"chainIds":[1]}', 0, 0, 1795307482378, 1795307482380),
	('01a200aa-2d10-74a6-b22a-3045caef32dd', 'Demo: the treasury moves', 'MONITOR', '{}', 0, 0, 1795307482383, 1795307482385);


--
-- Data for Name: api_keys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.api_keys VALUES
	('01a200aa-6b0d-7311-9ec5-9e8828c1b00a', 'validation', '70bca7d06b236d89bd6a945febc8ced4c34647f19f5c967bb10f64664327125e', 'txw_val_HGAL…', 1795307498254, NULL, NULL),
	('01a200aa-6b57-7008-8696-2811dd6db0cb', 'management', '0218fa830b7cb4bc5576afa606593b14d85df805385e6958cc006168613e5ecd', 'txw_mgmt_3Lok…', 1795307498328, NULL, NULL);


--
-- Data for Name: audit; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.audit VALUES
	('01a200aa-2ced-77bb-bbd5-c29d02999d3a', 1795307482342, 'local', 'control-list.create', '01a200aa-2ce8-70ae-b4de-c9b64bf932b1', NULL, '{"id":"01a200aa-2ce8-70ae-b4de-c9b64bf932b1","address":"0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7","chainIds":[],"type":"BLOCK","productType":"SONAR","createdAt":"2026-11-22T00:31:22.342Z","lastUpdatedAt":"2026-11-22T00:31:22.342Z"}'),
	('01a200aa-2cf0-7410-a475-91bca7ab0d8b', 1795307482350, 'local', 'control-list.create', '01a200aa-2cef-77ac-9e9e-b040c84ae2ee', NULL, '{"id":"01a200aa-2cef-77ac-9e9e-b040c84ae2ee","address":"0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7","chainIds":[],"type":"BLOCK","productType":"RASP","createdAt":"2026-11-22T00:31:22.350Z","lastUpdatedAt":"2026-11-22T00:31:22.350Z"}'),
	('01a200aa-2cf2-7074-befb-907bebd4c74c', 1795307482352, 'local', 'control-list.create', '01a200aa-2cf2-7073-93a0-300561b1b20a', NULL, '{"id":"01a200aa-2cf2-7073-93a0-300561b1b20a","address":"0x7E57d67A1d86cA31fFb741f8578D5B66b6ae0d2d","chainIds":["1","8453"],"type":"ALLOW","productType":"SONAR","createdAt":"2026-11-22T00:31:22.352Z","lastUpdatedAt":"2026-11-22T00:31:22.352Z"}'),
	('01a200aa-2cf5-7292-9443-38f7f03a3db7', 1795307482355, 'local', 'monitor.create', '01a200aa-2cf5-7291-b288-27299e2b72a8', NULL, '{"id":"01a200aa-2cf5-7291-b288-27299e2b72a8","address":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","name":"Demo treasury","chainId":"1","enabled":true}'),
	('01a200aa-2cf8-7086-9bb5-07e42ed887b7', 1795307482358, 'local', 'monitor.create', '01a200aa-2cf7-7160-9392-ca76e00655cd', NULL, '{"id":"01a200aa-2cf7-7160-9392-ca76e00655cd","address":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","name":"Demo treasury","chainId":"8453","enabled":true}'),
	('01a200aa-2cfa-76ed-8dc3-f090e32e88f6', 1795307482360, 'local', 'monitor.create', '01a200aa-2cfa-76ec-baaf-0e8fd59242c5', NULL, '{"id":"01a200aa-2cfa-76ec-baaf-0e8fd59242c5","address":"0x7e57a460401723a4F7AF7Ee6299028a7341bcCbD","name":"Demo customer","chainId":"1","enabled":false}'),
	('01a200aa-2d00-729a-a586-447339e72aaa', 1795307482363, 'local', 'destination.create', '01a200aa-2cfd-7335-b443-7ca4f51b6e05', NULL, '{"id":"01a200aa-2cfd-7335-b443-7ca4f51b6e05","name":"Demo webhook","channel":"WEBHOOK","webhookUrl":"https://hooks.example.com/…","state":"INACTIVE","attributes":{"token":"••••arQ="},"errorMessage":"","createdAt":"2026-11-22T00:31:22.363Z"}'),
	('01a200aa-2d04-70cf-a192-dad010eee99b', 1795307482369, 'local', 'destination.create', '01a200aa-2d03-731e-b0c4-f68cd8e63bd1', NULL, '{"id":"01a200aa-2d03-731e-b0c4-f68cd8e63bd1","name":"Demo mail","channel":"EMAIL","webhookUrl":"mailto:alerts@example.com","state":"INACTIVE","attributes":{},"errorMessage":"","createdAt":"2026-11-22T00:31:22.369Z"}'),
	('01a200aa-2d06-72c9-b271-4cd81e4da069', 1795307482373, 'local', 'alert.create', '01a200aa-2d05-741f-9e1f-4cfd345e15f5', NULL, '{"alertId":"01a200aa-2d05-741f-9e1f-4cfd345e15f5","alertName":"Demo: whatever is blocked","alertType":"SONAR","alertSentCounter":0,"destinationIds":["01a200aa-2cfd-7335-b443-7ca4f51b6e05","01a200aa-2d03-731e-b0c4-f68cd8e63bd1"],"transactionFilter":{"validationEnforcementConfiguration":{"alertOnBlocked":true}},"isActive":true}'),
	('01a200aa-2d09-74cc-82e0-3e4b6b36996f', 1795307482375, 'local', 'alert.status', '01a200aa-2d05-741f-9e1f-4cfd345e15f5', '{"alertId":"01a200aa-2d05-741f-9e1f-4cfd345e15f5","alertName":"Demo: whatever is blocked","alertType":"SONAR","alertSentCounter":0,"destinationIds":["01a200aa-2cfd-7335-b443-7ca4f51b6e05","01a200aa-2d03-731e-b0c4-f68cd8e63bd1"],"transactionFilter":{"validationEnforcementConfiguration":{"alertOnBlocked":true}},"isActive":true}', '{"alertId":"01a200aa-2d05-741f-9e1f-4cfd345e15f5","alertName":"Demo: whatever is blocked","alertType":"SONAR","alertSentCounter":0,"destinationIds":["01a200aa-2cfd-7335-b443-7ca4f51b6e05","01a200aa-2d03-731e-b0c4-f68cd8e63bd1"],"transactionFilter":{"validationEnforcementConfiguration":{"alertOnBlocked":true}},"isActive":false}'),
	('01a200aa-2d0c-7086-8abe-09b1d908949f', 1795307482378, 'local', 'alert.create', '01a200aa-2d0b-70fc-99be-c644df612758', NULL, '{"alertId":"01a200aa-2d0b-70fc-99be-c644df612758","alertName":"Demo: fraud on Ethereum","alertType":"SONAR","alertSentCounter":0,"destinationIds":["01a200aa-2d03-731e-b0c4-f68cd8e63bd1"],"transactionFilter":{"fromScore":31,"categories":["fraud"],"chainIds":[1]},"isActive":true}'),
	('01a200aa-2d0e-737c-a71e-99927d83e202', 1795307482380, 'local', 'alert.status', '01a200aa-2d0b-70fc-99be-c644df612758', '{"alertId":"01a200aa-2d0b-70fc-99be-c644df612758","alertName":"Demo: fraud on Ethereum","alertType":"SONAR","alertSentCounter":0,"destinationIds":["01a200aa-2d03-731e-b0c4-f68cd8e63bd1"],"transactionFilter":{"fromScore":31,"categories":["fraud"],"chainIds":[1]},"isActive":true}', '{"alertId":"01a200aa-2d0b-70fc-99be-c644df612758","alertName":"Demo: fraud on Ethereum","alertType":"SONAR","alertSentCounter":0,"destinationIds":["01a200aa-2d03-731e-b0c4-f68cd8e63bd1"],"transactionFilter":{"fromScore":31,"categories":["fraud"],"chainIds":[1]},"isActive":false}'),
	('01a200aa-2d10-74a7-8405-35447c945289', 1795307482383, 'local', 'alert.create', '01a200aa-2d10-74a6-b22a-3045caef32dd', NULL, '{"alertId":"01a200aa-2d10-74a6-b22a-3045caef32dd","alertName":"Demo: the treasury moves","alertType":"MONITOR","alertSentCounter":0,"destinationIds":["01a200aa-2cfd-7335-b443-7ca4f51b6e05"],"transactionFilter":{},"isActive":true}'),
	('01a200aa-2d12-710f-9f9b-bf7c82e495dd', 1795307482385, 'local', 'alert.status', '01a200aa-2d10-74a6-b22a-3045caef32dd', '{"alertId":"01a200aa-2d10-74a6-b22a-3045caef32dd","alertName":"Demo: the treasury moves","alertType":"MONITOR","alertSentCounter":0,"destinationIds":["01a200aa-2cfd-7335-b443-7ca4f51b6e05"],"transactionFilter":{},"isActive":true}', '{"alertId":"01a200aa-2d10-74a6-b22a-3045caef32dd","alertName":"Demo: the treasury moves","alertType":"MONITOR","alertSentCounter":0,"destinationIds":["01a200aa-2cfd-7335-b443-7ca4f51b6e05"],"transactionFilter":{},"isActive":false}'),
	('01a200aa-6b10-7363-bced-59336b4c6831', 1795307498256, 'local', 'key.create', '01a200aa-6b0d-7311-9ec5-9e8828c1b00a', NULL, '{"id":"01a200aa-6b0d-7311-9ec5-9e8828c1b00a","kind":"validation","hint":"txw_val_HGAL…","createdAt":"2026-11-22T00:31:38.254Z","lastUsedAt":null,"revokedAt":null}'),
	('01a200aa-6b5a-7394-86db-8284986b542a', 1795307498330, 'local', 'key.create', '01a200aa-6b57-7008-8696-2811dd6db0cb', NULL, '{"id":"01a200aa-6b57-7008-8696-2811dd6db0cb","kind":"management","hint":"txw_mgmt_3Lok…","createdAt":"2026-11-22T00:31:38.328Z","lastUsedAt":null,"revokedAt":null}'),
	('01a200aa-6baa-77df-9fba-dbdf485943c4', 1795307498392, 'local', 'destination.create', '01a200aa-6ba3-75c5-9d59-4495b0eecec7', NULL, '{"id":"01a200aa-6ba3-75c5-9d59-4495b0eecec7","name":"night-shift","channel":"TELEGRAM","state":"INACTIVE","attributes":{"chatId":"-100123","token":"••••body"},"errorMessage":"","createdAt":"2026-11-22T00:31:38.392Z"}'),
	('01a200aa-b202-70ed-a268-c011b9ea95f6', 1795307516418, 'local', 'intel.import', 'fixture', NULL, '{"source":"fixture","format":"addresses","read":1,"kept":1,"rejected":0,"entries":1,"importedAt":"2026-11-22T00:31:56.396Z","asOf":"2026-11-01T00:00:00.000Z","maxAgeMs":null,"chainIds":null,"url":null}'),
	('01a200aa-b263-76ee-8714-3113188d76b5', 1795307516510, 'local', 'settings.update', 'settings', '{"blockThreshold":70,"payloadExpirySeconds":3600,"payloadModuleAddress":"0x0000000000000000000000000000000000000000"}', '{"blockThreshold":80,"payloadExpirySeconds":3600,"payloadModuleAddress":"0x0000000000000000000000000000000000000000"}'),
	('01a200aa-e9e2-7284-b09b-d1a11651d4a9', 1795307530722, 'local', 'database.migrate', 'database', NULL, '{"from":"/tmp/fx/home/local.db"}');


--
-- Data for Name: control_list_entries; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.control_list_entries VALUES
	('01a200aa-2ce8-70ae-b4de-c9b64bf932b1', '0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7', '0x7e57e03f1535a0b2fceff61e6644a71033ed1df7', '[]', 'BLOCK', 'SONAR', 1795307482342, 1795307482342),
	('01a200aa-2cef-77ac-9e9e-b040c84ae2ee', '0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7', '0x7e57e03f1535a0b2fceff61e6644a71033ed1df7', '[]', 'BLOCK', 'RASP', 1795307482350, 1795307482350),
	('01a200aa-2cf2-7073-93a0-300561b1b20a', '0x7E57d67A1d86cA31fFb741f8578D5B66b6ae0d2d', '0x7e57d67a1d86ca31ffb741f8578d5b66b6ae0d2d', '["1","8453"]', 'ALLOW', 'SONAR', 1795307482352, 1795307482352);


--
-- Data for Name: counterparties; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.counterparties VALUES
	('1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57a460401723a4f7af7ee6299028a7341bccbd', 8281277, 1795307482393, 1795307482402, 2, 1),
	('1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57ad044cf326f43274a51e5e590fcfecc3eba5', 8280997, 1795307482478, 1795307482478, 1, 1),
	('1', '0x7e57d6a4c75c40664cb2a04bda90885ed8b200f9', '0x7e5774b074ee15e78413ba856a5c11a489bc08f2', 8280306, 1795307482438, 1795307482438, 1, 1),
	('1', '0x7e57e185f01f2900f3b969962d790bd76275007a', '0x7e57ad044cf326f43274a51e5e590fcfecc3eba5', 8280997, 1795307498603, 1795307498603, 1, 1);


--
-- Data for Name: deliveries; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: delivery_attempts; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: destinations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.destinations VALUES
	('01a200aa-2cfd-7335-b443-7ca4f51b6e05', 'Demo webhook', 'WEBHOOK', 'v1.1952e3f1.CVdx5i4P3utCTnDV.iMsFrgLoN2dh3REQNhJ5VGgJsQ3JhEWzyYKfSodCAq8oCxYbgfuHsbc5GVGjEPPkHWw', NULL, 'v1.1952e3f1.f5yG-od-2p2YAAI9.iTZC_WsSR5-Trr_yZ4F8fBOgCIVHJgFujA1Ey9Sehq1-iVNrvSUNi7dy_MrY1Y8KdTzJi-rCvF7szMFmfi6BPiSK', 'INACTIVE', '', 1795307482363),
	('01a200aa-2d03-731e-b0c4-f68cd8e63bd1', 'Demo mail', 'EMAIL', 'v1.1952e3f1.k3EeH1kedLKyF2Ah.tzsQSUJsQy-lJMiaukw3dcjHZ-c-cMeN5sTnQmWkMWnwI_FlpndXKdA', NULL, NULL, 'INACTIVE', '', 1795307482369),
	('01a200aa-6ba3-75c5-9d59-4495b0eecec7', 'night-shift', 'TELEGRAM', NULL, '-100123', 'v1.1952e3f1.g3OiTjxHNAJ1O3L6.jlyC7UaX7qYMGVNShcAG31p5Ek-erdNfYeBpKhU7af0TlDw0XbpvVh6aafn45w', 'INACTIVE', '', 1795307498392);


--
-- Data for Name: graph_edges; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.graph_edges VALUES
	('1', '\x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '\x7e57a460401723a4f7af7ee6299028a7341bccbd', 2),
	('1', '\x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '\x7e57ad044cf326f43274a51e5e590fcfecc3eba5', 1),
	('1', '\x7e5774b074ee15e78413ba856a5c11a489bc08f2', '\x7e57d6a4c75c40664cb2a04bda90885ed8b200f9', 1),
	('1', '\x7e57ad044cf326f43274a51e5e590fcfecc3eba5', '\x7e57e185f01f2900f3b969962d790bd76275007a', 1);


--
-- Data for Name: idempotent_answers; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: intel_entries; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.intel_entries VALUES
	(1, 1, '\x52908400098527886e0f7030069857d2e4169ee7', '[]', 'malicious', 'maliciousInteraction', NULL, 'fixture drainer', NULL, 0, NULL, NULL, NULL);


--
-- Data for Name: intel_generations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.intel_generations VALUES
	(1, 'fixture', 1, 1, 1795307516396);


--
-- Data for Name: intel_sources; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.intel_sources VALUES
	('fixture', 'addresses', 1, 1, 1, 0, '[]', 1, 1795307516396, 1793491200000, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: kept_counts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.kept_counts VALUES
	('allow', 1),
	('block', 2),
	('monitors', 3);


--
-- Data for Name: kysely_migration; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.kysely_migration VALUES
	('0001-initial', '2026-11-22T00:32:10.525Z'),
	('0002-intel', '2026-11-22T00:32:10.537Z'),
	('0003-history', '2026-11-22T00:32:10.546Z'),
	('0004-outbox', '2026-11-22T00:32:10.567Z'),
	('0005-growth', '2026-11-22T00:32:10.592Z'),
	('0006-uncounted-tries', '2026-11-22T00:32:10.593Z');


--
-- Data for Name: kysely_migration_lock; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.kysely_migration_lock VALUES
	('migration_lock', 0);


--
-- Data for Name: lanes; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: monitored_addresses; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.monitored_addresses VALUES
	('01a200aa-2cf5-7291-b288-27299e2b72a8', '0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '1', 'Demo treasury', 'demo treasury', 1, 1795307482355),
	('01a200aa-2cf7-7160-9392-ca76e00655cd', '0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '8453', 'Demo treasury', 'demo treasury', 1, 1795307482358),
	('01a200aa-2cfa-76ec-baaf-0e8fd59242c5', '0x7e57a460401723a4F7AF7Ee6299028a7341bcCbD', '0x7e57a460401723a4f7af7ee6299028a7341bccbd', '1', 'Demo customer', 'demo customer', 0, 1795307482360);


--
-- Data for Name: nonces; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.nonces VALUES
	('1', '0x7e57ad044cf326f43274a51e5e590fcfecc3eba5', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', 1, 1795307482478),
	('1', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0x7e57e185f01f2900f3b969962d790bd76275007a', 1, 1795307498603);


--
-- Data for Name: prices; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: revisions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.revisions VALUES
	('evidence', 5);


--
-- Data for Name: settings; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.settings VALUES
	('blockThreshold', '80', 1795307516510);


--
-- Data for Name: signers; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.signers VALUES
	('0x8b5d7ceb16c0295f701de37d95bcca57e60bb3a0', 'v1.1952e3f1.XRCfHdLA7KsVmoyL.7BgD3JtFZbcScHVE3jm3VFhR69qagM3KjZvqEKtReQd_5FKA4Nj3HQd25raPVL6H-Ocq-V9UumW0KkvOzcyDvM_Fq4NndMnksi9bZTafMYehaw', 1795307482444, NULL);


--
-- Data for Name: transaction_reports; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.transaction_reports VALUES
	('01a200aa-2d1c-75b9-9ef8-5f2b74d22c46', '01a200aa-2d17-77bb-a5cc-add0f0cf1d5d', '0x7e57000000000000000000000000000000000000000000000000000021000001', '21000001', NULL, 1795307482393),
	('01a200aa-2d24-74f4-aa65-c80eb3136646', '01a200aa-2d22-73ad-84a3-3e77647b5365', '0x7e57000000000000000000000000000000000000000000000000000021000002', '21000002', NULL, 1795307482402),
	('01a200aa-2d48-7214-88fa-584e5b42f6bc', '01a200aa-2d45-7001-9830-0137cc747c34', '0x7e57000000000000000000000000000000000000000000000000000021000003', '21000003', NULL, 1795307482438),
	('01a200aa-2d70-7427-b107-b6e0c31bd648', '01a200aa-2d6d-7795-828b-6b25b52a788f', '0x7e57000000000000000000000000000000000000000000000000000021000004', '21000004', NULL, 1795307482478),
	('01a200aa-6c77-73d2-92e7-3f2eb6ed097a', '01a200aa-6c16-7168-a7fe-60d99520faed', '0xabababababababababababababababababababababababababababababababab', '100', NULL, 1795307498603);


--
-- Data for Name: transactions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.transactions VALUES
	('01a200aa-2d17-77bb-a5cc-add0f0cf1d5d', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57a460401723a4f7af7ee6299028a7341bccbd', '250000000000000000', 1, 0, '', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7e57a460401723a4F7AF7Ee6299028a7341bcCbD","chainId":"1","value":"250000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to a customer"}}', '{"valid":true,"combinedScore":0,"combinedScoreDetails":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"explanation":{"reasons":[],"missing":["nothing is known about the recipient","no history for this sender","no hop graph","no trace"]},"coverage":"none","svcTxId":"01a200aa-2d17-77bb-a5cc-add0f0cf1d5d"}', NULL, NULL, '0x7e57000000000000000000000000000000000000000000000000000021000001', '21000001', NULL, 1795307482387, 1795307482393, NULL),
	('01a200aa-2d22-73ad-84a3-3e77647b5365', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0', 1, 0, '', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","chainId":"1","data":"0xa9059cbb0000000000000000000000007e57a460401723a4f7af7ee6299028a7341bccbd0000000000000000000000000000000000000000000000000000000059682f00","value":"0"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: stablecoins for a customer"}}', '{"valid":true,"combinedScore":0,"combinedScoreDetails":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[{"address":"0x7e57a460401723a4F7AF7Ee6299028a7341bcCbD","maxScore":0,"category":"","subCategory":"","subCategoryDescription":"","subCategoriesAndTags":[]}],"explanation":{"reasons":[{"rule":"known-address","subject":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","role":"token","points":0,"category":"","subCategory":"","hops":0,"text":"known as the token USD Coin (USDC)","source":"txwarden baseline"}],"missing":["no trace"]},"coverage":"full","svcTxId":"01a200aa-2d22-73ad-84a3-3e77647b5365"}', NULL, NULL, '0x7e57000000000000000000000000000000000000000000000000000021000002', '21000002', NULL, 1795307482397, 1795307482402, NULL),
	('01a200aa-2d27-7768-b3e1-a1b6c9ed7214', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57a4af844132fcea8c0990b6fb96f66b1bccbd', '250000000000000000', 0, 90, 'addressPoisoning', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7e57a4AF844132FcEa8C0990B6FB96F66B1bCCBD","chainId":"1","value":"250000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to a lookalike of the customer"}}', '{"valid":false,"combinedScore":90,"combinedScoreDetails":{"value":90,"category":"fraud","subCategory":"addressPoisoning","subCategoryDescription":"The recipient imitates an address the sender knows","hops":0},"scoreDetails":{"fraud":{"value":90,"category":"fraud","subCategory":"addressPoisoning","subCategoryDescription":"The recipient imitates an address the sender knows","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"error":"Score 90 reaches the block threshold of 70: The recipient 0x7e57a4AF844132FcEa8C0990B6FB96F66B1bCCBD is another address than 0x7e57a460401723a4f7af7ee6299028a7341bccbd, to which the sender gave before, and looks like it: the first 6 and the last 6 digits are the same.","explanation":{"reasons":[{"rule":"address-poisoning","subject":"0x7e57a4AF844132FcEa8C0990B6FB96F66B1bCCBD","role":"recipient","points":90,"category":"fraud","subCategory":"addressPoisoning","hops":0,"text":"another address than 0x7e57a460401723a4f7af7ee6299028a7341bccbd, to which the sender gave before, and looks like it: the first 6 and the last 6 digits are the same","source":"history of the sender","flip":"0x7e57a460401723a4f7af7ee6299028a7341bccbd itself, or an ALLOW entry for the address"}],"missing":["nothing is known about the recipient","no trace"]},"coverage":"none","svcTxId":"01a200aa-2d27-7768-b3e1-a1b6c9ed7214"}', NULL, NULL, NULL, NULL, NULL, 1795307482405, 1795307482405, NULL),
	('01a200aa-2d29-7769-987f-d68c8da0739e', 'SONAR', '8453', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e5730d76c8a41d6676db4e9efaf37c0cb69f36c', '10000000000000000', 1, 0, '', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7E5730D76c8A41D6676db4E9EFaf37c0cB69f36c","chainId":"8453","value":"10000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to somebody new"}}', '{"valid":true,"combinedScore":0,"combinedScoreDetails":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"explanation":{"reasons":[],"missing":["nothing is known about the recipient","no history for this sender","no hop graph","no trace"]},"coverage":"none","svcTxId":"01a200aa-2d29-7769-987f-d68c8da0739e"}', NULL, NULL, NULL, NULL, NULL, 1795307482407, 1795307482407, NULL),
	('01a200aa-2d2c-7744-ad88-604d0b93f97e', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0', 1, 50, 'maliciousInteraction', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","chainId":"1","data":"0x095ea7b30000000000000000000000007e5730d76c8a41d6676db4e9efaf37c0cb69f36cffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","value":"0"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: approval to an unknown spender"}}', '{"valid":true,"combinedScore":50,"combinedScoreDetails":{"value":50,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":50,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[{"address":"0x7E5730D76c8A41D6676db4E9EFaf37c0cB69f36c","maxScore":50,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","subCategoriesAndTags":[{"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract"}]}],"explanation":{"reasons":[{"rule":"unknown-grant","subject":"0x7E5730D76c8A41D6676db4E9EFaf37c0cB69f36c","role":"spender","points":50,"category":"cyber","subCategory":"maliciousInteraction","hops":0,"text":"given an unlimited allowance, and nothing is known about it","source":"call data","flip":"an ALLOW entry for the address, a source that knows it, or an earlier transaction with it that was reported"},{"rule":"known-address","subject":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","role":"token","points":0,"category":"","subCategory":"","hops":0,"text":"known as the token USD Coin (USDC)","source":"txwarden baseline"}],"missing":["nothing is known about the spender","no trace"]},"coverage":"none","svcTxId":"01a200aa-2d2c-7744-ad88-604d0b93f97e"}', NULL, NULL, NULL, NULL, NULL, 1795307482410, 1795307482410, NULL),
	('01a200aa-2d2e-70ca-824d-61931e68e3b9', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0', 1, 0, '', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","chainId":"1","data":"0x095ea7b30000000000000000000000007e57d67a1d86ca31ffb741f8578d5b66b6ae0d2dffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","value":"0"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: approval to an allowed spender"}}', '{"valid":true,"combinedScore":0,"combinedScoreDetails":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[{"id":"01a200aa-2cf2-7073-93a0-300561b1b20a","address":"0x7E57d67A1d86cA31fFb741f8578D5B66b6ae0d2d","chainIds":["1","8453"],"type":"ALLOW","productType":"SONAR","createdAt":"2026-11-22T00:31:22.352Z","lastUpdatedAt":"2026-11-22T00:31:22.352Z"}],"internalAddressesWithMaxScore":[{"address":"0x7E57d67A1d86cA31fFb741f8578D5B66b6ae0d2d","maxScore":0,"category":"","subCategory":"","subCategoryDescription":"","subCategoriesAndTags":[]}],"explanation":{"reasons":[{"rule":"allowed-address","subject":"0x7E57d67A1d86cA31fFb741f8578D5B66b6ae0d2d","role":"spender","points":0,"category":"","subCategory":"","hops":0,"text":"allowed by 01a200aa-2cf2-7073-93a0-300561b1b20a","source":"control list"},{"rule":"known-address","subject":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","role":"token","points":0,"category":"","subCategory":"","hops":0,"text":"known as the token USD Coin (USDC)","source":"txwarden baseline"}],"missing":["no trace"]},"coverage":"full","svcTxId":"01a200aa-2d2e-70ca-824d-61931e68e3b9"}', NULL, NULL, NULL, NULL, NULL, 1795307482413, 1795307482413, NULL),
	('01a200aa-2d30-75aa-93fa-ad45631072db', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0', 0, 95, 'maliciousInteraction', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","chainId":"1","data":"0x095ea7b30000000000000000000000007e575f70a640c8e5d053be397d92f3d07362d027ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","value":"0"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: approval to a drainer"}}', '{"valid":false,"combinedScore":95,"combinedScoreDetails":{"value":95,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":95,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[{"address":"0x7e575f70a640c8e5D053bE397d92F3d07362d027","name":"txwarden test address: drainer","maxScore":95,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","subCategoriesAndTags":[{"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract"}]}],"error":"Score 95 reaches the block threshold of 70: The spender 0x7e575f70a640c8e5D053bE397d92F3d07362d027 is listed as txwarden test address: drainer.","explanation":{"reasons":[{"rule":"listed-address","subject":"0x7e575f70a640c8e5D053bE397d92F3d07362d027","role":"spender","points":95,"category":"cyber","subCategory":"maliciousInteraction","hops":0,"text":"listed as txwarden test address: drainer","source":"txwarden baseline","flip":"an ALLOW entry for the address"},{"rule":"known-address","subject":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","role":"token","points":0,"category":"","subCategory":"","hops":0,"text":"known as the token USD Coin (USDC)","source":"txwarden baseline"}],"missing":["no trace"]},"coverage":"full","svcTxId":"01a200aa-2d30-75aa-93fa-ad45631072db"}', NULL, NULL, NULL, NULL, NULL, 1795307482414, 1795307482414, NULL),
	('01a200aa-2d32-756d-a641-6e6f1e64c5a2', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e571205cdd004f106bbc6f1083df3d562f4c313', '500000000000000000', 0, 90, 'financialScamInteraction', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7E571205cDD004f106BBC6F1083df3D562f4C313","chainId":"1","value":"500000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to a scam"}}', '{"valid":false,"combinedScore":90,"combinedScoreDetails":{"value":90,"category":"fraud","subCategory":"financialScamInteraction","subCategoryDescription":"Interaction with a financial scam","hops":0},"scoreDetails":{"fraud":{"value":90,"category":"fraud","subCategory":"financialScamInteraction","subCategoryDescription":"Interaction with a financial scam","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"error":"Score 90 reaches the block threshold of 70: The recipient 0x7E571205cDD004f106BBC6F1083df3D562f4C313 is listed as txwarden test address: financial scam.","explanation":{"reasons":[{"rule":"listed-address","subject":"0x7E571205cDD004f106BBC6F1083df3D562f4C313","role":"recipient","points":90,"category":"fraud","subCategory":"financialScamInteraction","hops":0,"text":"listed as txwarden test address: financial scam","source":"txwarden baseline","flip":"an ALLOW entry for the address"}],"missing":["no trace"]},"coverage":"full","svcTxId":"01a200aa-2d32-756d-a641-6e6f1e64c5a2"}', NULL, NULL, NULL, NULL, NULL, 1795307482417, 1795307482417, NULL),
	('01a200aa-2d34-7525-88c1-ee6caf1d75d5', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57fef54ecc63a44b6e0b6acae8fe9a93671d96', '500000000000000000', 0, 88, 'impersonationScamInteraction', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7e57fef54ecc63A44B6e0b6acaE8FE9A93671d96","chainId":"1","value":"500000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to an impostor"}}', '{"valid":false,"combinedScore":88,"combinedScoreDetails":{"value":88,"category":"fraud","subCategory":"impersonationScamInteraction","subCategoryDescription":"Interaction with an impostor of something known","hops":0},"scoreDetails":{"fraud":{"value":88,"category":"fraud","subCategory":"impersonationScamInteraction","subCategoryDescription":"Interaction with an impostor of something known","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"error":"Score 88 reaches the block threshold of 70: The recipient 0x7e57fef54ecc63A44B6e0b6acaE8FE9A93671d96 is listed as txwarden test address: impersonation.","explanation":{"reasons":[{"rule":"listed-address","subject":"0x7e57fef54ecc63A44B6e0b6acaE8FE9A93671d96","role":"recipient","points":88,"category":"fraud","subCategory":"impersonationScamInteraction","hops":0,"text":"listed as txwarden test address: impersonation","source":"txwarden baseline","flip":"an ALLOW entry for the address"}],"missing":["no trace"]},"coverage":"full","svcTxId":"01a200aa-2d34-7525-88c1-ee6caf1d75d5"}', NULL, NULL, NULL, NULL, NULL, 1795307482418, 1795307482418, NULL),
	('01a200aa-2d37-7769-9459-e228ae3f4851', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e5798e5e9af493f2d730dfaa38f269ea578f088', '500000000000000000', 0, 85, 'rugPullInteraction', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7E5798e5E9Af493F2d730DFaA38f269EA578F088","chainId":"1","value":"500000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to a rug pull"}}', '{"valid":false,"combinedScore":85,"combinedScoreDetails":{"value":85,"category":"fraud","subCategory":"rugPullInteraction","subCategoryDescription":"Interaction with a token or pool its owner can drain","hops":0},"scoreDetails":{"fraud":{"value":85,"category":"fraud","subCategory":"rugPullInteraction","subCategoryDescription":"Interaction with a token or pool its owner can drain","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"error":"Score 85 reaches the block threshold of 70: The recipient 0x7E5798e5E9Af493F2d730DFaA38f269EA578F088 is listed as txwarden test address: rug pull.","explanation":{"reasons":[{"rule":"listed-address","subject":"0x7E5798e5E9Af493F2d730DFaA38f269EA578F088","role":"recipient","points":85,"category":"fraud","subCategory":"rugPullInteraction","hops":0,"text":"listed as txwarden test address: rug pull","source":"txwarden baseline","flip":"an ALLOW entry for the address"}],"missing":["no trace"]},"coverage":"full","svcTxId":"01a200aa-2d37-7769-9459-e228ae3f4851"}', NULL, NULL, NULL, NULL, NULL, 1795307482422, 1795307482422, NULL),
	('01a200aa-2d3a-727f-bb4e-0ba87b9351d5', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57b80356122f1a2726f94f8968ba3bcbb3d38c', '500000000000000000', 0, 85, 'reentrancy', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7E57B80356122F1a2726f94f8968bA3bcbB3d38C","chainId":"1","value":"500000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment into a re-entrant contract"}}', '{"valid":false,"combinedScore":85,"combinedScoreDetails":{"value":85,"category":"cyber","subCategory":"reentrancy","subCategoryDescription":"Re-entrance into a contract before its first call ended","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":85,"category":"cyber","subCategory":"reentrancy","subCategoryDescription":"Re-entrance into a contract before its first call ended","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"error":"Score 85 reaches the block threshold of 70: The recipient 0x7E57B80356122F1a2726f94f8968bA3bcbB3d38C is listed as txwarden test address: reentrancy.","explanation":{"reasons":[{"rule":"listed-address","subject":"0x7E57B80356122F1a2726f94f8968bA3bcbB3d38C","role":"recipient","points":85,"category":"cyber","subCategory":"reentrancy","hops":0,"text":"listed as txwarden test address: reentrancy","source":"txwarden baseline","flip":"an ALLOW entry for the address"}],"missing":["no trace"]},"coverage":"full","svcTxId":"01a200aa-2d3a-727f-bb4e-0ba87b9351d5"}', NULL, NULL, NULL, NULL, NULL, 1795307482424, 1795307482424, NULL),
	('01a200aa-2d3b-71c9-af9b-7a4ee39d2714', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57224a254c2b1f2bb7efdf721f1e6227742494', '1000000000000000000', 0, 80, 'mixerMaliciousContractInteraction', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7E57224a254c2B1F2BB7efDf721f1E6227742494","chainId":"1","value":"1000000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to a mixer"}}', '{"valid":false,"combinedScore":80,"combinedScoreDetails":{"value":80,"category":"compliance","subCategory":"mixerMaliciousContractInteraction","subCategoryDescription":"Interaction with a mixer","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":80,"category":"compliance","subCategory":"mixerMaliciousContractInteraction","subCategoryDescription":"Interaction with a mixer","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"error":"Score 80 reaches the block threshold of 70: The recipient 0x7E57224a254c2B1F2BB7efDf721f1E6227742494 is listed as a mixer: txwarden test address: mixer.","explanation":{"reasons":[{"rule":"listed-address","subject":"0x7E57224a254c2B1F2BB7efDf721f1E6227742494","role":"recipient","points":80,"category":"compliance","subCategory":"mixerMaliciousContractInteraction","hops":0,"text":"listed as a mixer: txwarden test address: mixer","source":"txwarden baseline","flip":"an ALLOW entry for the address"}],"missing":["no trace"]},"coverage":"full","svcTxId":"01a200aa-2d3b-71c9-af9b-7a4ee39d2714"}', NULL, NULL, NULL, NULL, NULL, 1795307482426, 1795307482426, NULL),
	('01a200aa-2d3e-72c3-9ce0-de28868f249e', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57c986d28338bef716d5faa02e24bf51bd749e', '500000000000000000', 0, 100, 'sanctionedInteraction', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7E57C986D28338Bef716d5FAa02E24bf51bD749E","chainId":"1","value":"500000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to a sanctioned address"}}', '{"valid":false,"combinedScore":100,"combinedScoreDetails":{"value":100,"category":"compliance","subCategory":"sanctionedInteraction","subCategoryDescription":"Interaction with a sanctioned address","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":100,"category":"compliance","subCategory":"sanctionedInteraction","subCategoryDescription":"Interaction with a sanctioned address","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"error":"Score 100 reaches the block threshold of 70: The recipient 0x7E57C986D28338Bef716d5FAa02E24bf51bD749E is sanctioned: txwarden test address: sanctioned.","explanation":{"reasons":[{"rule":"sanctioned-address","subject":"0x7E57C986D28338Bef716d5FAa02E24bf51bD749E","role":"recipient","points":100,"category":"compliance","subCategory":"sanctionedInteraction","hops":0,"text":"sanctioned: txwarden test address: sanctioned","source":"txwarden baseline","flip":"txwarden baseline no longer naming the address; an ALLOW entry does not"}],"missing":["no trace"]},"coverage":"full","svcTxId":"01a200aa-2d3e-72c3-9ce0-de28868f249e"}', NULL, NULL, NULL, NULL, NULL, 1795307482428, 1795307482428, NULL),
	('01a200aa-2d40-7792-a40d-d7f44ec936cd', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x52908400098527886e0f7030069857d2e4169ee7', '0', 0, 90, 'maliciousProtocolUpgrade', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x52908400098527886E0F7030069857D2E4169EE7","chainId":"1","data":"0x3659cfe60000000000000000000000007e57a535a1cde4c7983987d5b27ff5854b4fffe8","value":"0"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: upgrade to a malicious implementation"}}', '{"valid":false,"combinedScore":90,"combinedScoreDetails":{"value":90,"category":"cyber","subCategory":"maliciousProtocolUpgrade","subCategoryDescription":"Control of a contract moves to a malicious address","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":90,"category":"cyber","subCategory":"maliciousProtocolUpgrade","subCategoryDescription":"Control of a contract moves to a malicious address","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[{"address":"0x7E57A535A1CDe4c7983987d5B27FF5854b4FFFe8","name":"txwarden test address: upgrade","maxScore":90,"category":"cyber","subCategory":"maliciousProtocolUpgrade","subCategoryDescription":"Control of a contract moves to a malicious address","subCategoriesAndTags":[{"category":"cyber","subCategory":"maliciousProtocolUpgrade","subCategoryDescription":"Control of a contract moves to a malicious address"}]}],"error":"Score 90 reaches the block threshold of 70: The new implementation 0x7E57A535A1CDe4c7983987d5B27FF5854b4FFFe8 is listed as txwarden test address: upgrade.","explanation":{"reasons":[{"rule":"listed-address","subject":"0x7E57A535A1CDe4c7983987d5B27FF5854b4FFFe8","role":"implementation","points":90,"category":"cyber","subCategory":"maliciousProtocolUpgrade","hops":0,"text":"listed as txwarden test address: upgrade","source":"txwarden baseline","flip":"an ALLOW entry for the address"}],"missing":["nothing is known about the target","no trace"]},"coverage":"partial","svcTxId":"01a200aa-2d40-7792-a40d-d7f44ec936cd"}', NULL, NULL, NULL, NULL, NULL, 1795307482431, 1795307482431, 0),
	('01a200aa-2d43-70a6-9ac8-feb8db1a95e7', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57e03f1535a0b2fceff61e6644a71033ed1df7', '500000000000000000', 0, 100, 'blockedAddress', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7","chainId":"1","value":"500000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to a blocked address"}}', '{"valid":false,"combinedScore":100,"combinedScoreDetails":{"value":100,"category":"compliance","subCategory":"blockedAddress","subCategoryDescription":"An address of the transaction is on a block list","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":100,"category":"compliance","subCategory":"blockedAddress","subCategoryDescription":"An address of the transaction is on a block list","hops":0}},"controlLists":[{"id":"01a200aa-2ce8-70ae-b4de-c9b64bf932b1","address":"0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7","chainIds":[],"type":"BLOCK","productType":"SONAR","createdAt":"2026-11-22T00:31:22.342Z","lastUpdatedAt":"2026-11-22T00:31:22.342Z"}],"internalAddressesWithMaxScore":[],"error":"The recipient 0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7 is on the block list, entry 01a200aa-2ce8-70ae-b4de-c9b64bf932b1.","explanation":{"reasons":[{"rule":"blocked-address","subject":"0x7E57E03F1535a0b2FcEfF61E6644A71033ed1dF7","role":"recipient","points":100,"category":"compliance","subCategory":"blockedAddress","hops":0,"text":"on the block list, entry 01a200aa-2ce8-70ae-b4de-c9b64bf932b1","source":"control list","flip":"removing the BLOCK entry 01a200aa-2ce8-70ae-b4de-c9b64bf932b1"}],"missing":["no trace"]},"coverage":"full","svcTxId":"01a200aa-2d43-70a6-9ac8-feb8db1a95e7"}', NULL, NULL, NULL, NULL, NULL, 1795307482433, 1795307482433, NULL),
	('01a200aa-2d45-7001-9830-0137cc747c34', 'SONAR', '1', '0x7e57d6a4c75c40664cb2a04bda90885ed8b200f9', '0x7e5774b074ee15e78413ba856a5c11a489bc08f2', '500000000000000000', 1, 50, 'maliciousInteraction', '{"transaction":{"from":"0x7e57d6A4C75C40664cB2a04Bda90885ed8B200F9","to":"0x7E5774b074EE15E78413ba856a5c11A489Bc08f2","chainId":"1","value":"500000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment of a go-between"}}', '{"valid":true,"combinedScore":50,"combinedScoreDetails":{"value":50,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":50,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"explanation":{"reasons":[{"rule":"listed-address","subject":"0x7E5774b074EE15E78413ba856a5c11A489Bc08f2","role":"recipient","points":50,"category":"cyber","subCategory":"maliciousInteraction","hops":0,"text":"listed as txwarden test address: suspicious","source":"txwarden baseline","flip":"an ALLOW entry for the address"}],"missing":["no history for this sender","no trace"]},"coverage":"partial","svcTxId":"01a200aa-2d45-7001-9830-0137cc747c34"}', NULL, NULL, '0x7e57000000000000000000000000000000000000000000000000000021000003', '21000003', NULL, 1795307482435, 1795307482438, NULL),
	('01a200aa-2d49-72b6-b2c8-a0d4167ea27e', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57d6a4c75c40664cb2a04bda90885ed8b200f9', '500000000000000000', 1, 34, 'maliciousInteraction', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7e57d6A4C75C40664cB2a04Bda90885ed8B200F9","chainId":"1","value":"500000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment to the go-between"}}', '{"valid":true,"combinedScore":34,"combinedScoreDetails":{"value":34,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":1},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":34,"category":"cyber","subCategory":"maliciousInteraction","subCategoryDescription":"Interaction with a malicious address or contract","hops":1},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"explanation":{"reasons":[{"rule":"connected-address","subject":"0x7e57d6A4C75C40664cB2a04Bda90885ed8B200F9","role":"recipient","points":34,"category":"cyber","subCategory":"maliciousInteraction","hops":1,"text":"directly connected with 0x7e5774b074ee15e78413ba856a5c11a489bc08f2, listed as txwarden test address: suspicious","source":"txwarden baseline","flip":"an ALLOW entry for the address"}],"missing":["no trace"]},"coverage":"full","svcTxId":"01a200aa-2d49-72b6-b2c8-a0d4167ea27e"}', NULL, NULL, NULL, NULL, NULL, 1795307482440, 1795307482440, NULL),
	('01a200aa-2d4b-713b-8e8c-0585382262d4', 'RASP', '137', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57ad044cf326f43274a51e5e590fcfecc3eba5', '500000000000000000', 1, 0, '', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5","chainId":"137","value":"500000000000000000"},"trackNonce":false,"clientData":{"userAgent":"txwarden local seed: payment of an app"}}', '{"valid":true,"combinedScore":0,"combinedScoreDetails":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"explanation":{"reasons":[{"rule":"known-address","subject":"0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5","role":"recipient","points":0,"category":"","subCategory":"","hops":0,"text":"known as txwarden test address: benign","source":"txwarden baseline"}],"missing":["no history for this sender","no hop graph","no trace"]},"coverage":"partial","svcTxId":"01a200aa-2d4b-713b-8e8c-0585382262d4"}', NULL, NULL, NULL, NULL, NULL, 1795307482442, 1795307482442, NULL),
	('01a200aa-2d6d-7795-828b-6b25b52a788f', 'SONAR', '1', '0x7e5753f17b04483d147ce2c77a6e8f6e5c1c2941', '0x7e57ad044cf326f43274a51e5e590fcfecc3eba5', '500000000000000000', 1, 0, '', '{"transaction":{"from":"0x7E5753F17B04483D147Ce2C77A6E8F6E5C1c2941","to":"0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5","chainId":"1","value":"500000000000000000"},"trackNonce":true,"signTransaction":true,"clientData":{"userAgent":"txwarden local seed: signed payment"}}', '{"valid":true,"combinedScore":0,"combinedScoreDetails":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[],"explanation":{"reasons":[{"rule":"known-address","subject":"0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5","role":"recipient","points":0,"category":"","subCategory":"","hops":0,"text":"known as txwarden test address: benign","source":"txwarden baseline"}],"missing":["no trace"]},"coverage":"full","payload":"0x000000000000000000000000000000000000000000000000000000006b0245ea0100000000000000000000000000000000000000000000000000000000000000013095f980af71822fa99d0fc9010cadd080cd2bfe88ebc3bb5d65e68f6953456177071a4437364eeb2f076ea5a555a982979962304960fe06a9916b9b24e6bfa41c000000000000000000000000000000000000000000000000000000000000000000000000001e000000a0719bee288627ac9f51cee3e9224e0f4644a33be4","svcTxId":"01a200aa-2d6d-7795-828b-6b25b52a788f"}', 1, 1795311082000, '0x7e57000000000000000000000000000000000000000000000000000021000004', '21000004', NULL, 1795307482444, 1795307482478, NULL),
	('01a200aa-6c16-7168-a7fe-60d99520faed', 'SONAR', '1', '0x7e57e185f01f2900f3b969962d790bd76275007a', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0', 1, 0, '', '{"transaction":{"from":"0x7E57E185F01f2900F3b969962D790bD76275007A","to":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","chainId":"1","data":"0xa9059cbb0000000000000000000000007e57ad044cf326f43274a51e5e590fcfecc3eba50000000000000000000000000000000000000000000000000000000059682f00","value":"0"},"trackNonce":true,"signTransaction":true}', '{"valid":true,"combinedScore":0,"combinedScoreDetails":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"scoreDetails":{"fraud":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"cyber":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0},"compliance":{"value":0,"category":"","subCategory":"","subCategoryDescription":"","hops":0}},"controlLists":[],"internalAddressesWithMaxScore":[{"address":"0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5","name":"txwarden test address: benign","maxScore":0,"category":"","subCategory":"","subCategoryDescription":"","subCategoriesAndTags":[]}],"explanation":{"reasons":[{"rule":"known-address","subject":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","role":"token","points":0,"category":"","subCategory":"","hops":0,"text":"known as the token USD Coin (USDC)","source":"txwarden baseline"},{"rule":"known-address","subject":"0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5","role":"recipient","points":0,"category":"","subCategory":"","hops":0,"text":"known as txwarden test address: benign","source":"txwarden baseline"}],"missing":["no history for this sender","no trace"]},"coverage":"partial","payload":"0x000000000000000000000000000000000000000000000000000000006b0245fa010000000000000000000000000000000000000000000000000000000000000001d357cb6252dd468d556571f586eeedd58d9888c02fb5bd94f42c3847acacef121b0409f1b5acbe065156271cdd662449ce00ef00f8f85fd6365dfdf24909842d1b000000000000000000000000000000000000000000000000000000000000000000000000001e000000a0719bee288627ac9f51cee3e9224e0f4644a33be4","svcTxId":"01a200aa-6c16-7168-a7fe-60d99520faed"}', 1, 1795311098000, '0xabababababababababababababababababababababababababababababababab', '100', NULL, 1795307498463, 1795307498603, NULL);


--
-- Name: alert_destinations alert_destinations_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.alert_destinations
    ADD CONSTRAINT alert_destinations_pk PRIMARY KEY (alert_id, destination_id);


--
-- Name: alert_events alert_events_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.alert_events
    ADD CONSTRAINT alert_events_once UNIQUE (alert_id, svc_tx_id);


--
-- Name: alert_events alert_events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.alert_events
    ADD CONSTRAINT alert_events_pkey PRIMARY KEY (id);


--
-- Name: alerts alerts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_pkey PRIMARY KEY (id);


--
-- Name: api_keys api_keys_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_hash_key UNIQUE (hash);


--
-- Name: api_keys api_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);


--
-- Name: audit audit_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);


--
-- Name: control_list_entries control_list_entries_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.control_list_entries
    ADD CONSTRAINT control_list_entries_pkey PRIMARY KEY (id);


--
-- Name: counterparties counterparties_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.counterparties
    ADD CONSTRAINT counterparties_pk PRIMARY KEY (chain_id, owner, counterparty);


--
-- Name: deliveries deliveries_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_once UNIQUE (event_id, destination_id);


--
-- Name: deliveries deliveries_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (id);


--
-- Name: delivery_attempts delivery_attempts_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delivery_attempts
    ADD CONSTRAINT delivery_attempts_pk PRIMARY KEY (delivery_id, number);


--
-- Name: destinations destinations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.destinations
    ADD CONSTRAINT destinations_pkey PRIMARY KEY (id);


--
-- Name: graph_edges graph_edges_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.graph_edges
    ADD CONSTRAINT graph_edges_pk PRIMARY KEY (chain_id, a, b);


--
-- Name: idempotent_answers idempotent_answers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.idempotent_answers
    ADD CONSTRAINT idempotent_answers_pkey PRIMARY KEY (scope);


--
-- Name: intel_entries intel_entries_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.intel_entries
    ADD CONSTRAINT intel_entries_pkey PRIMARY KEY (id);


--
-- Name: intel_generations intel_generations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.intel_generations
    ADD CONSTRAINT intel_generations_pkey PRIMARY KEY (id);


--
-- Name: intel_sources intel_sources_generation_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.intel_sources
    ADD CONSTRAINT intel_sources_generation_key UNIQUE (generation);


--
-- Name: intel_sources intel_sources_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.intel_sources
    ADD CONSTRAINT intel_sources_pkey PRIMARY KEY (name);


--
-- Name: kept_counts kept_counts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.kept_counts
    ADD CONSTRAINT kept_counts_pkey PRIMARY KEY (name);


--
-- Name: kysely_migration_lock kysely_migration_lock_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);


--
-- Name: kysely_migration kysely_migration_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);


--
-- Name: lanes lanes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.lanes
    ADD CONSTRAINT lanes_pkey PRIMARY KEY (destination_id);


--
-- Name: monitored_addresses monitored_addresses_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.monitored_addresses
    ADD CONSTRAINT monitored_addresses_once UNIQUE (address_key, chain_id);


--
-- Name: monitored_addresses monitored_addresses_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.monitored_addresses
    ADD CONSTRAINT monitored_addresses_pkey PRIMARY KEY (id);


--
-- Name: nonces nonces_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.nonces
    ADD CONSTRAINT nonces_pk PRIMARY KEY (chain_id, to_key, from_key);


--
-- Name: prices prices_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.prices
    ADD CONSTRAINT prices_pk PRIMARY KEY (chain_id, token, generation);


--
-- Name: revisions revisions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.revisions
    ADD CONSTRAINT revisions_pkey PRIMARY KEY (name);


--
-- Name: settings settings_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);


--
-- Name: signers signers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.signers
    ADD CONSTRAINT signers_pkey PRIMARY KEY (address);


--
-- Name: transaction_reports transaction_reports_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transaction_reports
    ADD CONSTRAINT transaction_reports_pkey PRIMARY KEY (id);


--
-- Name: transactions transactions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transactions
    ADD CONSTRAINT transactions_pkey PRIMARY KEY (id);


--
-- Name: alert_destinations_destination; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX alert_destinations_destination ON public.alert_destinations USING btree (destination_id);


--
-- Name: alert_events_transaction; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX alert_events_transaction ON public.alert_events USING btree (svc_tx_id);


--
-- Name: alerts_active; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX alerts_active ON public.alerts USING btree (type, is_active);


--
-- Name: audit_action; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_action ON public.audit USING btree (action, at, id);


--
-- Name: audit_actor; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_actor ON public.audit USING btree (actor, at, id);


--
-- Name: audit_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_at ON public.audit USING btree (at, id);


--
-- Name: audit_resource; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_resource ON public.audit USING btree (resource_id, at, id);


--
-- Name: control_list_entries_address; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX control_list_entries_address ON public.control_list_entries USING btree (address_key, created_at, id);


--
-- Name: control_list_entries_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX control_list_entries_created ON public.control_list_entries USING btree (created_at, id);


--
-- Name: control_list_entries_product; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX control_list_entries_product ON public.control_list_entries USING btree (product_type, created_at, id);


--
-- Name: control_list_entries_type; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX control_list_entries_type ON public.control_list_entries USING btree (type, created_at, id);


--
-- Name: control_list_entries_updated; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX control_list_entries_updated ON public.control_list_entries USING btree (last_updated_at, created_at, id);


--
-- Name: counterparties_ends; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX counterparties_ends ON public.counterparties USING btree (chain_id, owner, ends);


--
-- Name: deliveries_alert; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_alert ON public.deliveries USING btree (alert_id, created_at, id);


--
-- Name: deliveries_cancelled_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_cancelled_created ON public.deliveries USING btree (created_at, id) WHERE (state = 'CANCELLED'::text);


--
-- Name: deliveries_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_created ON public.deliveries USING btree (created_at, id);


--
-- Name: deliveries_dead_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_dead_created ON public.deliveries USING btree (created_at, id) WHERE (state = 'DEAD'::text);


--
-- Name: deliveries_destination; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_destination ON public.deliveries USING btree (destination_id, created_at);


--
-- Name: deliveries_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_due ON public.deliveries USING btree (destination_id, due_at) WHERE (state = 'PENDING'::text);


--
-- Name: deliveries_pending; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_pending ON public.deliveries USING btree (destination_id, created_at, id) WHERE (state = 'PENDING'::text);


--
-- Name: deliveries_pending_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_pending_created ON public.deliveries USING btree (created_at, id) WHERE (state = 'PENDING'::text);


--
-- Name: deliveries_sent_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_sent_created ON public.deliveries USING btree (created_at, id) WHERE (state = 'SENT'::text);


--
-- Name: deliveries_updated; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX deliveries_updated ON public.deliveries USING btree (updated_at, created_at, id);


--
-- Name: graph_edges_back; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX graph_edges_back ON public.graph_edges USING btree (chain_id, b, a);


--
-- Name: idempotent_answers_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idempotent_answers_expiry ON public.idempotent_answers USING btree (expires_at);


--
-- Name: intel_entries_ends; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX intel_entries_ends ON public.intel_entries USING btree (ends) WHERE (ends IS NOT NULL);


--
-- Name: intel_entries_key; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX intel_entries_key ON public.intel_entries USING btree (key);


--
-- Name: intel_entries_name_skeleton; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX intel_entries_name_skeleton ON public.intel_entries USING btree (name_skeleton) WHERE (name_skeleton IS NOT NULL);


--
-- Name: intel_entries_symbol_skeleton; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX intel_entries_symbol_skeleton ON public.intel_entries USING btree (symbol_skeleton) WHERE (symbol_skeleton IS NOT NULL);


--
-- Name: monitored_addresses_address; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX monitored_addresses_address ON public.monitored_addresses USING btree (address_key, created_at, id);


--
-- Name: monitored_addresses_chain; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX monitored_addresses_chain ON public.monitored_addresses USING btree (chain_id, created_at, id);


--
-- Name: monitored_addresses_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX monitored_addresses_created ON public.monitored_addresses USING btree (created_at, id);


--
-- Name: monitored_addresses_enabled; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX monitored_addresses_enabled ON public.monitored_addresses USING btree (enabled, created_at, id);


--
-- Name: monitored_addresses_name; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX monitored_addresses_name ON public.monitored_addresses USING btree (name_key, created_at, id);


--
-- Name: prices_generation; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX prices_generation ON public.prices USING btree (generation);


--
-- Name: transaction_reports_transaction; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transaction_reports_transaction ON public.transaction_reports USING btree (svc_tx_id);


--
-- Name: transactions_blocked; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_blocked ON public.transactions USING btree (created_at, id) WHERE (valid = 0);


--
-- Name: transactions_chain; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_chain ON public.transactions USING btree (chain_id, created_at, id, valid);


--
-- Name: transactions_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_created ON public.transactions USING btree (created_at, id, valid);


--
-- Name: transactions_on_chain; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_on_chain ON public.transactions USING btree (chain_id, from_key) WHERE ((valid = 1) AND (transaction_id IS NOT NULL) AND (block_number IS NOT NULL));


--
-- Name: transactions_score; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_score ON public.transactions USING btree (combined_score, created_at, id);


--
-- Name: transactions_tracked_payloads; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_tracked_payloads ON public.transactions USING btree (chain_id, to_key, from_key, payload_expires_at) WHERE (payload_nonce IS NOT NULL);


--
-- Name: transactions_updated; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX transactions_updated ON public.transactions USING btree (updated_at, created_at, id);


--
-- Name: alert_destinations alert_destinations_alert_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.alert_destinations
    ADD CONSTRAINT alert_destinations_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES public.alerts(id) ON DELETE CASCADE;


--
-- Name: alert_destinations alert_destinations_destination_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.alert_destinations
    ADD CONSTRAINT alert_destinations_destination_id_fkey FOREIGN KEY (destination_id) REFERENCES public.destinations(id);


--
-- Name: deliveries deliveries_event_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.alert_events(id) ON DELETE CASCADE;


--
-- Name: delivery_attempts delivery_attempts_delivery_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.delivery_attempts
    ADD CONSTRAINT delivery_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES public.deliveries(id) ON DELETE CASCADE;


--
-- Name: transaction_reports transaction_reports_svc_tx_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.transaction_reports
    ADD CONSTRAINT transaction_reports_svc_tx_id_fkey FOREIGN KEY (svc_tx_id) REFERENCES public.transactions(id) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--


