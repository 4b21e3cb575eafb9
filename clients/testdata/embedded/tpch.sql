-- The tables of TPC-H with @orders orders, in DuckDB's own SQL; values are hashes of keys.

CREATE TEMP MACRO h(i, k, m) AS CAST(hash(i::BIGINT * 1000003 + k) % m AS INTEGER);
CREATE TEMP MACRO word(i, k, words) AS string_split(words, ',')[1 + h(i, k, len(string_split(words, ',')))];
CREATE TABLE region (r_regionkey int, r_name varchar(25), r_comment varchar(152));
INSERT INTO region SELECT i - 1, (['AFRICA','AMERICA','ASIA','EUROPE','MIDDLE EAST'])[i], 'c' FROM generate_series(1, 5) i(i);
CREATE TABLE nation (n_nationkey int, n_name varchar(25), n_regionkey int, n_comment varchar(152));
INSERT INTO nation SELECT i - 1, (string_split('ALGERIA,ARGENTINA,BRAZIL,CANADA,EGYPT,ETHIOPIA,FRANCE,GERMANY,INDIA,INDONESIA,IRAN,IRAQ,JAPAN,JORDAN,KENYA,MOROCCO,MOZAMBIQUE,PERU,CHINA,ROMANIA,SAUDI ARABIA,VIETNAM,RUSSIA,UNITED KINGDOM,UNITED STATES', ','))[i],
  (string_split('0,1,1,1,4,0,3,3,2,2,4,4,2,4,0,0,0,1,2,3,4,2,3,3,1', ','))[i]::int, CASE WHEN i % 4 > 0 THEN 'n' || i END FROM generate_series(1, 25) i(i);
CREATE TABLE supplier (s_suppkey int, s_name varchar(25), s_address varchar(40), s_nationkey int, s_phone varchar(15), s_acctbal numeric(12,2), s_comment varchar(101));
INSERT INTO supplier SELECT i, 'Supplier#' || lpad(i::VARCHAR, 9, '0'), 'street ' || h(i, 1, 999), h(i, 2, 25), (10 + h(i, 2, 25)) || '-' || h(i, 3, 900), (h(i, 4, 1100000) - 100000) / 100.0, CASE WHEN h(i, 5, 9) = 0 THEN 'the Customer has Complaints' WHEN h(i, 5, 9) > 2 THEN 'fine ' || i END FROM generate_series(1, @suppliers) i(i);
CREATE TABLE part (p_partkey int, p_name varchar(55), p_mfgr varchar(25), p_brand varchar(10), p_type varchar(25), p_size int, p_container varchar(10), p_retailprice numeric(12,2), p_comment varchar(23));
INSERT INTO part SELECT i, word(i, 1, 'green,almond,azure,forest,navy,plum') || ' ' || word(i, 2, 'green,lace,linen,peru,rose,sky'), 'Manufacturer#' || (1 + h(i, 3, 5)), 'Brand#' || (1 + h(i, 3, 5)) || (1 + h(i, 4, 5)),
  word(i, 5, 'STANDARD,SMALL,MEDIUM,LARGE,ECONOMY,PROMO') || ' ' || word(i, 6, 'ANODIZED,BURNISHED,PLATED,POLISHED,BRUSHED') || ' ' || word(i, 7, 'TIN,NICKEL,BRASS,STEEL,COPPER'), 1 + h(i, 8, 50),
  word(i, 9, 'SM,LG,MED,JUMBO,WRAP') || ' ' || word(i, 10, 'CASE,BOX,BAG,JAR,PKG,PACK,CAN,DRUM'), 900 + h(i, 11, 100000) / 100.0, NULL FROM generate_series(1, @parts) i(i);
CREATE TABLE partsupp (ps_partkey int, ps_suppkey int, ps_availqty int, ps_supplycost numeric(12,2), ps_comment varchar(199));
INSERT INTO partsupp SELECT p, 1 + (p + j * 13) % @suppliers, h(p * 4 + j, 1, 10000), 1 + h(p * 4 + j, 2, 100000) / 100.0, 'c' FROM generate_series(1, @parts) p(p), generate_series(0, 3) j(j);
CREATE TABLE customer (c_custkey int, c_name varchar(25), c_address varchar(40), c_nationkey int, c_phone varchar(15), c_acctbal numeric(12,2), c_mktsegment varchar(10), c_comment varchar(117));
INSERT INTO customer SELECT i, 'Customer#' || lpad(i::VARCHAR, 9, '0'), 'road ' || h(i, 1, 999), h(i, 2, 25), (10 + h(i, 2, 25)) || '-' || h(i, 3, 900), (h(i, 4, 1100000) - 100000) / 100.0, word(i, 5, 'AUTOMOBILE,BUILDING,FURNITURE,MACHINERY,HOUSEHOLD'), CASE WHEN i % 7 > 0 THEN 'c' || i END FROM generate_series(1, @customers) i(i);
CREATE TABLE orders (o_orderkey int, o_custkey int, o_orderstatus char(1), o_totalprice numeric(12,2), o_orderdate date, o_orderpriority varchar(15), o_clerk varchar(15), o_shippriority int, o_comment varchar(79));
INSERT INTO orders SELECT i, 1 + 3 * h(i, 1, @customers / 3) + h(i, 9, 2), word(i, 2, 'F,O,P'), h(i, 3, 50000000) / 100.0, CAST(date '1992-01-01' + h(i, 4, 2400) AS DATE), word(i, 5, '1-URGENT,2-HIGH,3-MEDIUM,4-NOT SPECIFIED,5-LOW'), 'Clerk#' || h(i, 6, 100), 0,
  CASE WHEN h(i, 7, 20) = 0 THEN 'some special packed requests' ELSE 'plain ' || i END FROM generate_series(1, @orders) i(i);
CREATE TABLE lineitem (l_orderkey int, l_partkey int, l_suppkey int, l_linenumber int, l_quantity numeric(12,2), l_extendedprice numeric(12,2), l_discount numeric(12,2), l_tax numeric(12,2), l_returnflag char(1), l_linestatus char(1),
  l_shipdate date, l_commitdate date, l_receiptdate date, l_shipinstruct varchar(25), l_shipmode varchar(10), l_comment varchar(44));
INSERT INTO lineitem SELECT o_orderkey, p, 1 + (p + h(n, 8, 4) * 13) % @suppliers, j, q, q * (900 + h(p, 11, 100000) / 100.0), h(n, 3, 11) / 100.0, h(n, 4, 9) / 100.0, word(n, 5, 'R,A,N'), word(n, 6, 'O,F'),
  o_orderdate + 1 + h(n, 7, 120), o_orderdate + 30 + h(n, 10, 60), o_orderdate + 2 + h(n, 7, 120) + h(n, 12, 29), word(n, 13, 'DELIVER IN PERSON,COLLECT COD,NONE,TAKE BACK RETURN'), word(n, 14, 'REG AIR,AIR,RAIL,SHIP,TRUCK,MAIL,FOB'), 'line ' || n
  FROM (SELECT o_orderkey, o_orderdate, j, o_orderkey::bigint * 8 + j AS n, 1 + h(o_orderkey::bigint * 8 + j, 1, @parts) AS p, 1 + h(o_orderkey::bigint * 8 + j, 2, 50) AS q FROM orders, generate_series(1, 7) j(j) WHERE j <= 1 + h(o_orderkey, 8, 7)) x;
