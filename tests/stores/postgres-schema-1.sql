-- The store of PostgreSQL as programs of schema 1 made it, word for word: never to be changed.
CREATE TABLE bastide_store (one boolean PRIMARY KEY CHECK (one), version bigint NOT NULL, salt bytea NOT NULL);
CREATE TABLE guests (
  id text COLLATE "C" PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  name text NOT NULL,
  created_ms bigint NOT NULL,
  bot boolean NOT NULL,
  seen_ms bigint NOT NULL,
  look_ms bigint NOT NULL,
  address text COLLATE "C" NOT NULL);
CREATE INDEX guests_by_address ON guests (address) WHERE address <> '';
CREATE INDEX guests_counted ON guests (created_ms) WHERE address <> '';
CREATE INDEX guests_by_look ON guests (look_ms);
CREATE TABLE tables (
  id text COLLATE "C" PRIMARY KEY,
  created_ms bigint NOT NULL,
  config text NOT NULL,
  meta text NOT NULL,
  stage smallint NOT NULL,
  seed bytea NOT NULL,
  hash_scheme integer NOT NULL,
  host text COLLATE "C" NOT NULL,
  address text COLLATE "C" NOT NULL,
  listed boolean NOT NULL,
  bots_alone boolean NOT NULL);
CREATE INDEX live_by_host ON tables (host, bots_alone) WHERE stage < 2;
CREATE INDEX live_by_address ON tables (address, bots_alone) WHERE stage < 2;
CREATE INDEX open_tables ON tables (created_ms DESC, id) WHERE stage = 0 AND listed;
CREATE TABLE states (
  table_id text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL,
  next bigint NOT NULL,
  stage smallint NOT NULL,
  moved_ms bigint NOT NULL,
  moved_hour bigint NOT NULL,
  due_ms bigint NOT NULL,
  due_bound bigint NOT NULL) WITH (fillfactor = 60);
CREATE INDEX due_states ON states (due_bound) WHERE stage < 2 AND due_bound < 9223372036854775807;
CREATE INDEX stale_states ON states (stage, moved_hour) WHERE stage <> 2;
CREATE TABLE actions (
  table_id text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  action text NOT NULL,
  hash bigint NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (table_id, seq));
CREATE TABLE holders (
  table_id text COLLATE "C" NOT NULL,
  guest text COLLATE "C" NOT NULL,
  ended_ms bigint,
  PRIMARY KEY (table_id, guest));
CREATE INDEX holders_by_guest ON holders (guest, ended_ms DESC, table_id);
CREATE TABLE live_changes (change bigint NOT NULL);
CREATE TABLE answers (
  writer text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  part bigint NOT NULL,
  verdicts bigint[] NOT NULL,
  details bigint[] NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (writer, number, part));

CREATE FUNCTION note_answers(p_writer text, p_number bigint, p_part bigint, p_verdicts bigint[],
                             p_details bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_part = 0 THEN
    DELETE FROM answers WHERE writer = p_writer AND number < p_number;
  END IF;
  INSERT INTO answers (writer, number, part, verdicts, details)
    VALUES (p_writer, p_number, p_part, p_verdicts, p_details);
END $$;

CREATE FUNCTION forget_holders(p_table text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE guests SET look_ms = seen_ms WHERE look_ms > seen_ms
    AND id IN (SELECT guest FROM holders WHERE table_id = p_table);
  DELETE FROM holders WHERE table_id = p_table;
END $$;

CREATE FUNCTION note_live(p_before bigint, p_after bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (p_before < 2) <> (p_after < 2) THEN
    INSERT INTO live_changes VALUES (CASE WHEN p_after < 2 THEN 1 ELSE -1 END);
  END IF;
END $$;
CREATE FUNCTION count_live() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_live bigint;
  v_rows bigint;
BEGIN
  SELECT coalesce(sum(change), 0), count(*) INTO v_live, v_rows FROM live_changes;
  IF v_rows > 200 THEN
    WITH gone AS (DELETE FROM live_changes RETURNING change)
      INSERT INTO live_changes SELECT sum(change) FROM gone;
  END IF;
  RETURN v_live;
END $$;

CREATE FUNCTION append_group(p_writer text, p_number bigint, p_part bigint, w_id text[],
    w_version bigint[], w_first bigint[], w_rows bigint[], w_now bigint[], w_due bigint[],
    w_meta text[], w_stage bigint[], w_holders bigint[], r_action text[], r_hash bigint[],
    r_at bigint[], h_guest text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_row int := 0;
  v_holder int := 0;
  v_stage bigint;
  v_old_stage bigint;
  v_version bigint;
  v_next bigint;
  v_verdicts bigint[] := '{}';
  v_details bigint[] := '{}';
BEGIN
  FOR i IN 1..cardinality(w_id) LOOP
    UPDATE states SET version = version + 1, next = next + w_rows[i], moved_ms = w_now[i],
        moved_hour = w_now[i] / 3600000, due_ms = w_due[i],
        due_bound = CASE WHEN due_bound <= w_due[i] AND due_bound > w_now[i] THEN due_bound
                         ELSE w_due[i] END,
        stage = coalesce(w_stage[i], stage)
      WHERE table_id = w_id[i] AND version = w_version[i] AND next = coalesce(w_first[i], next)
      RETURNING stage, next INTO v_stage, v_next;
    IF FOUND THEN
      v_verdicts := v_verdicts || 0::bigint;
      v_details := v_details || 0::bigint;
      FOR j IN 1..w_rows[i] LOOP
        INSERT INTO actions (table_id, seq, action, hash, at_ms)
          VALUES (w_id[i], v_next - w_rows[i] + j - 1, r_action[v_row + j], r_hash[v_row + j],
                  r_at[v_row + j]);
      END LOOP;
      IF w_meta[i] IS NOT NULL THEN
        SELECT stage INTO v_old_stage FROM tables WHERE id = w_id[i];
        PERFORM note_live(v_old_stage, v_stage);
        UPDATE tables SET meta = w_meta[i], stage = v_stage,
            address = CASE WHEN v_stage < 2 THEN address ELSE '' END WHERE id = w_id[i];
      END IF;
      IF w_holders[i] IS NOT NULL THEN
        PERFORM forget_holders(w_id[i]);
        INSERT INTO holders (table_id, guest, ended_ms)
          SELECT w_id[i], guest, CASE WHEN v_stage < 2 THEN NULL ELSE w_now[i] END
          FROM unnest(h_guest[v_holder + 1 : v_holder + w_holders[i]]) AS guest
          ON CONFLICT DO NOTHING;
      ELSIF w_stage[i] IS NOT NULL OR v_stage >= 2 THEN
        UPDATE holders SET ended_ms = CASE WHEN v_stage < 2 THEN NULL ELSE w_now[i] END
          WHERE table_id = w_id[i];
      END IF;
    ELSE
      SELECT version, next INTO v_version, v_next FROM states WHERE table_id = w_id[i];
      v_verdicts := v_verdicts || CASE WHEN NOT FOUND THEN 1
        WHEN v_version <> w_version[i] THEN 2 ELSE 3 END::bigint;
      v_details := v_details || CASE WHEN v_version <> w_version[i] THEN v_version
        ELSE coalesce(v_next, 0) - 1 END;
    END IF;
    v_row := v_row + w_rows[i];
    v_holder := v_holder + coalesce(w_holders[i], 0);
  END LOOP;
  PERFORM note_answers(p_writer, p_number, p_part, v_verdicts, v_details);
END $$;

CREATE FUNCTION put_table(p_writer text, p_number bigint, p_part bigint, p_id text,
    p_created bigint, p_config text, p_meta text, p_seed bytea, p_scheme bigint, p_version bigint,
    p_stage bigint, p_moved bigint, p_due bigint, p_host text, p_address text, p_listed boolean,
    p_bots boolean, p_limits bigint[], p_holders text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_verdict bigint := 0;
  v_count bigint;
  v_bots bigint;
BEGIN
  IF p_stage < 2 AND p_host <> '' THEN
    SELECT count(*), count(*) FILTER (WHERE bots_alone) INTO v_count, v_bots FROM tables
      WHERE stage < 2 AND host = p_host;
    v_verdict := CASE WHEN v_count >= p_limits[2] THEN 7 + 2
      WHEN p_bots AND v_bots >= p_limits[4] THEN 7 + 4 ELSE 0 END;
  END IF;
  IF v_verdict = 0 AND p_stage < 2 AND p_address <> '' THEN
    SELECT count(*), count(*) FILTER (WHERE bots_alone) INTO v_count, v_bots FROM tables
      WHERE stage < 2 AND address = p_address;
    v_verdict := CASE WHEN v_count >= p_limits[3] THEN 7 + 3
      WHEN p_bots AND v_bots >= p_limits[5] THEN 7 + 5 ELSE 0 END;
  END IF;
  IF v_verdict = 0 AND p_stage < 2 THEN
    v_verdict := CASE WHEN count_live() >= p_limits[1] THEN 7 + 1 ELSE 0 END;
  END IF;
  IF v_verdict = 0 THEN
    INSERT INTO tables (id, created_ms, config, meta, stage, seed, hash_scheme, host, address,
                        listed, bots_alone)
      VALUES (p_id, p_created, p_config, p_meta, p_stage, p_seed, p_scheme, p_host,
              CASE WHEN p_stage < 2 THEN p_address ELSE '' END, p_listed, p_bots)
      ON CONFLICT DO NOTHING;
    v_verdict := CASE WHEN FOUND THEN 0 ELSE 4 END;
  END IF;
  IF v_verdict = 0 THEN
    PERFORM note_live(2, p_stage);
    INSERT INTO states (table_id, version, next, stage, moved_ms, moved_hour, due_ms, due_bound)
      VALUES (p_id, p_version, 0, p_stage, p_moved, p_moved / 3600000, p_due, p_due);
    INSERT INTO holders (table_id, guest, ended_ms)
      SELECT p_id, guest, CASE WHEN p_stage < 2 THEN NULL ELSE p_moved END
      FROM unnest(p_holders) AS guest ON CONFLICT DO NOTHING;
  END IF;
  PERFORM note_answers(p_writer, p_number, p_part, ARRAY[v_verdict], ARRAY[0::bigint]);
END $$;

CREATE FUNCTION drop_table(p_writer text, p_number bigint, p_part bigint, p_id text,
                           p_version bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_verdict bigint := 0;
  v_version bigint := 0;
  v_stage bigint;
BEGIN
  DELETE FROM states WHERE table_id = p_id AND version = p_version RETURNING stage INTO v_stage;
  IF FOUND THEN
    PERFORM note_live(v_stage, 2);
    PERFORM forget_holders(p_id);
    DELETE FROM actions WHERE table_id = p_id;
    DELETE FROM tables WHERE id = p_id;
  ELSE
    SELECT version INTO v_version FROM states WHERE table_id = p_id;
    v_verdict := CASE WHEN FOUND THEN 2 ELSE 1 END;
  END IF;
  PERFORM note_answers(p_writer, p_number, p_part, ARRAY[v_verdict],
                       ARRAY[coalesce(v_version, 0)]);
END $$;
CREATE FUNCTION put_hashes(p_writer text, p_number bigint, p_part bigint, p_id text,
                           p_scheme bigint, p_hashes bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_verdict bigint := 0;
  v_next bigint;
BEGIN
  SELECT next INTO v_next FROM states WHERE table_id = p_id FOR UPDATE;
  IF NOT FOUND THEN
    v_verdict := 1;
  ELSIF v_next <> cardinality(p_hashes) THEN
    v_verdict := 6;
  ELSE
    UPDATE actions SET hash = one.hash FROM unnest(p_hashes) WITH ORDINALITY AS one (hash, place)
      WHERE table_id = p_id AND seq = one.place - 1;
    UPDATE tables SET hash_scheme = p_scheme WHERE id = p_id;
  END IF;
  PERFORM note_answers(p_writer, p_number, p_part, ARRAY[v_verdict], ARRAY[coalesce(v_next, 0)]);
END $$;

CREATE FUNCTION put_guest(p_writer text, p_number bigint, p_part bigint, p_id text, p_token bytea,
    p_name text, p_created bigint, p_bot boolean, p_seen bigint, p_address text, p_most bigint)
    RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_verdict bigint := 0;
  v_count bigint;
BEGIN
  PERFORM FROM guests WHERE token_hash = p_token AND id <> p_id;
  IF FOUND THEN
    v_verdict := 5;
  ELSE
    UPDATE guests SET token_hash = p_token, name = p_name, seen_ms = p_seen, look_ms = p_seen
      WHERE id = p_id;
    IF NOT FOUND THEN
      SELECT count(*) INTO v_count FROM
        (SELECT FROM guests WHERE address <> '' AND address = p_address LIMIT p_most) AS one;
      IF p_address <> '' AND v_count >= p_most THEN
        v_verdict := 7 + 6;
      ELSE
        INSERT INTO guests (id, token_hash, name, created_ms, bot, seen_ms, look_ms, address)
          VALUES (p_id, p_token, p_name, p_created, p_bot, p_seen, p_seen, p_address);
      END IF;
    END IF;
  END IF;
  PERFORM note_answers(p_writer, p_number, p_part, ARRAY[v_verdict], ARRAY[0::bigint]);
END $$;
CREATE FUNCTION see_guest(p_writer text, p_number bigint, p_part bigint, p_id text, p_now bigint)
    RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE guests SET seen_ms = greatest(seen_ms, p_now), look_ms = greatest(look_ms, p_now)
    WHERE id = p_id;
  PERFORM note_answers(p_writer, p_number, p_part,
                       ARRAY[CASE WHEN FOUND THEN 0 ELSE 1 END::bigint], ARRAY[0::bigint]);
END $$;
CREATE FUNCTION forget_guests(p_writer text, p_number bigint, p_part bigint, p_seen bigint,
                              p_counted bigint, p_most bigint, p_looked bigint, p_later bigint)
    RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_count bigint;
BEGIN
  UPDATE guests SET address = '' WHERE address <> '' AND created_ms < p_counted;
  UPDATE guests SET look_ms = p_seen + p_later WHERE id IN (SELECT id FROM
    (SELECT id FROM guests WHERE look_ms < p_seen ORDER BY look_ms LIMIT p_looked) AS one
    WHERE EXISTS (SELECT FROM holders WHERE guest = one.id));
  DELETE FROM guests WHERE id IN (SELECT id FROM
    (SELECT id FROM guests WHERE look_ms < p_seen ORDER BY look_ms LIMIT p_looked) AS one
    WHERE NOT EXISTS (SELECT FROM holders WHERE guest = one.id) LIMIT p_most);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  PERFORM note_answers(p_writer, p_number, p_part, ARRAY[0::bigint], ARRAY[v_count]);
END $$;
INSERT INTO bastide_store VALUES (true, 1, '\x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f');
