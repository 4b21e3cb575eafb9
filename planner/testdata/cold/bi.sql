-- Monthly revenue by region and product line, as a dashboard asks for it.
WITH calendar AS (
  SELECT d::date AS day, date_trunc('month', d) AS month, extract(isodow FROM d) AS weekday
  FROM generate_series('2024-01-01'::timestamp, '2025-12-31'::timestamp, interval '1 day') AS d
),
active_customers AS (
  SELECT c.id, c.name, c.segment, c.region_id, coalesce(c.country, 'unknown') AS country
  FROM sales.customers AS c
  LEFT JOIN sales.regions AS r ON r.id = c.region_id
  WHERE c.deleted_at IS NULL
   AND c.segment IN ('enterprise', 'mid-market', 'small', 'public sector')
   AND c.created_at BETWEEN '2019-01-01' AND now()
   AND NOT EXISTS (SELECT 1 FROM sales.blocked AS b WHERE b.customer_id = c.id AND b.until > current_date)
),
order_lines AS (
  SELECT
    o.id AS order_id,
    o.customer_id,
    date_trunc('month', o.ordered_at) AS month,
    l.product_id,
    l.quantity,
    l.quantity * l.unit_price * (1 - coalesce(l.discount, 0)) AS net,
    l.quantity * l.unit_price * (1 - coalesce(l.discount, 0)) * (1 + coalesce(t.rate, 0.19)) AS gross,
    row_number() OVER (PARTITION BY o.customer_id ORDER BY o.ordered_at, l.position) AS nth
  FROM sales.orders AS o
  JOIN sales.order_lines AS l ON l.order_id = o.id
  LEFT JOIN sales.taxes AS t ON t.country = o.country AND o.ordered_at >= t.valid_from AND o.ordered_at < t.valid_to
  WHERE o.state = ANY (ARRAY['paid', 'shipped', 'delivered'])
   AND o.ordered_at >= '2024-01-01' AND o.ordered_at < '2026-01-01'
),
monthly AS (
  SELECT
    ol.month,
    ac.country,
    p.line,
    sum(CASE WHEN p.category = 'hardware' AND ol.net > 0 THEN ol.net ELSE 0 END) AS hardware_net,
    sum(CASE WHEN p.category = 'hardware' AND ol.gross > 0 THEN ol.gross ELSE 0 END) AS hardware_gross,
    count(DISTINCT ol.order_id) FILTER (WHERE p.category = 'hardware') AS hardware_orders,
    avg(ol.quantity) FILTER (WHERE p.category = 'hardware') AS hardware_quantity,
    sum(CASE WHEN p.category = 'software' AND ol.net > 0 THEN ol.net ELSE 0 END) AS software_net,
    sum(CASE WHEN p.category = 'software' AND ol.gross > 0 THEN ol.gross ELSE 0 END) AS software_gross,
    count(DISTINCT ol.order_id) FILTER (WHERE p.category = 'software') AS software_orders,
    avg(ol.quantity) FILTER (WHERE p.category = 'software') AS software_quantity,
    sum(CASE WHEN p.category = 'services' AND ol.net > 0 THEN ol.net ELSE 0 END) AS services_net,
    sum(CASE WHEN p.category = 'services' AND ol.gross > 0 THEN ol.gross ELSE 0 END) AS services_gross,
    count(DISTINCT ol.order_id) FILTER (WHERE p.category = 'services') AS services_orders,
    avg(ol.quantity) FILTER (WHERE p.category = 'services') AS services_quantity,
    sum(CASE WHEN p.category = 'support' AND ol.net > 0 THEN ol.net ELSE 0 END) AS support_net,
    sum(CASE WHEN p.category = 'support' AND ol.gross > 0 THEN ol.gross ELSE 0 END) AS support_gross,
    count(DISTINCT ol.order_id) FILTER (WHERE p.category = 'support') AS support_orders,
    avg(ol.quantity) FILTER (WHERE p.category = 'support') AS support_quantity,
    sum(CASE WHEN p.category = 'hosting' AND ol.net > 0 THEN ol.net ELSE 0 END) AS hosting_net,
    sum(CASE WHEN p.category = 'hosting' AND ol.gross > 0 THEN ol.gross ELSE 0 END) AS hosting_gross,
    count(DISTINCT ol.order_id) FILTER (WHERE p.category = 'hosting') AS hosting_orders,
    avg(ol.quantity) FILTER (WHERE p.category = 'hosting') AS hosting_quantity,
    count(*) AS positions
  FROM order_lines AS ol
  JOIN active_customers AS ac ON ac.id = ol.customer_id
  JOIN sales.products AS p ON p.id = ol.product_id
  GROUP BY 1, 2, 3
),
ranked AS (
  SELECT
    m.*,
    rank() OVER (PARTITION BY m.month ORDER BY m.hardware_net DESC NULLS LAST) AS hardware_rank,
    lag(m.hardware_net, 1) OVER (PARTITION BY m.country, m.line ORDER BY m.month) AS hardware_before,
    round(100.0 * m.hardware_net / nullif(sum(m.hardware_net) OVER (PARTITION BY m.month), 0), 2) AS hardware_share,
    rank() OVER (PARTITION BY m.month ORDER BY m.software_net DESC NULLS LAST) AS software_rank,
    lag(m.software_net, 1) OVER (PARTITION BY m.country, m.line ORDER BY m.month) AS software_before,
    round(100.0 * m.software_net / nullif(sum(m.software_net) OVER (PARTITION BY m.month), 0), 2) AS software_share,
    rank() OVER (PARTITION BY m.month ORDER BY m.services_net DESC NULLS LAST) AS services_rank,
    lag(m.services_net, 1) OVER (PARTITION BY m.country, m.line ORDER BY m.month) AS services_before,
    round(100.0 * m.services_net / nullif(sum(m.services_net) OVER (PARTITION BY m.month), 0), 2) AS services_share,
    rank() OVER (PARTITION BY m.month ORDER BY m.support_net DESC NULLS LAST) AS support_rank,
    lag(m.support_net, 1) OVER (PARTITION BY m.country, m.line ORDER BY m.month) AS support_before,
    round(100.0 * m.support_net / nullif(sum(m.support_net) OVER (PARTITION BY m.month), 0), 2) AS support_share,
    rank() OVER (PARTITION BY m.month ORDER BY m.hosting_net DESC NULLS LAST) AS hosting_rank,
    lag(m.hosting_net, 1) OVER (PARTITION BY m.country, m.line ORDER BY m.month) AS hosting_before,
    round(100.0 * m.hosting_net / nullif(sum(m.hosting_net) OVER (PARTITION BY m.month), 0), 2) AS hosting_share,
    sum(m.positions) OVER (ORDER BY m.month ROWS BETWEEN 11 PRECEDING AND CURRENT ROW) AS positions_year
  FROM monthly AS m
)
SELECT
  to_char(r.month, 'YYYY-MM') AS month,
  initcap(r.country) AS country,
  r.line,
  r.hardware_net,
  r.hardware_gross - r.hardware_net AS hardware_tax,
  CASE
    WHEN r.hardware_before IS NULL THEN 'new'
    WHEN r.hardware_net > r.hardware_before * 1.10 THEN 'up'
    WHEN r.hardware_net < r.hardware_before * 0.90 THEN 'down'
    ELSE 'steady'
  END AS hardware_trend,
  r.software_net,
  r.software_gross - r.software_net AS software_tax,
  CASE
    WHEN r.software_before IS NULL THEN 'new'
    WHEN r.software_net > r.software_before * 1.10 THEN 'up'
    WHEN r.software_net < r.software_before * 0.90 THEN 'down'
    ELSE 'steady'
  END AS software_trend,
  r.services_net,
  r.services_gross - r.services_net AS services_tax,
  CASE
    WHEN r.services_before IS NULL THEN 'new'
    WHEN r.services_net > r.services_before * 1.10 THEN 'up'
    WHEN r.services_net < r.services_before * 0.90 THEN 'down'
    ELSE 'steady'
  END AS services_trend,
  r.support_net,
  r.support_gross - r.support_net AS support_tax,
  CASE
    WHEN r.support_before IS NULL THEN 'new'
    WHEN r.support_net > r.support_before * 1.10 THEN 'up'
    WHEN r.support_net < r.support_before * 0.90 THEN 'down'
    ELSE 'steady'
  END AS support_trend,
  r.hosting_net,
  r.hosting_gross - r.hosting_net AS hosting_tax,
  CASE
    WHEN r.hosting_before IS NULL THEN 'new'
    WHEN r.hosting_net > r.hosting_before * 1.10 THEN 'up'
    WHEN r.hosting_net < r.hosting_before * 0.90 THEN 'down'
    ELSE 'steady'
  END AS hosting_trend,
  r.positions,
  r.positions_year,
  (SELECT count(*) FROM calendar AS k WHERE k.month = r.month AND k.weekday < 6) AS working_days
FROM ranked AS r
WHERE r.hardware_rank <= 20
 OR r.software_rank <= 20
 OR (r.services_share > 2.5 AND lower(r.line) LIKE '%cloud%')
 OR r.country ~* '^(de|fr|it|es|pl)'
 OR (r.hardware_share >= 1.5 AND r.hardware_orders > 3)
 OR (r.software_share >= 2.5 AND r.software_orders > 6)
 OR (r.services_share >= 3.5 AND r.services_orders > 9)
 OR (r.support_share >= 4.5 AND r.support_orders > 12)
 OR (r.hosting_share >= 8.5 AND r.hosting_orders > 24)
 OR (r.hardware_share >= 9.5 AND r.hardware_orders > 27)
 OR (r.software_share >= 10.5 AND r.software_orders > 30)
 OR (r.services_share >= 11.5 AND r.services_orders > 33)
 OR (r.support_share >= 12.5 AND r.support_orders > 36)
 OR (r.hosting_share >= 16.5 AND r.hosting_orders > 48)
 OR (r.hardware_share >= 17.5 AND r.hardware_orders > 51)
 OR (r.software_share >= 18.5 AND r.software_orders > 54)
 OR (r.services_share >= 19.5 AND r.services_orders > 57)
 OR (r.support_share >= 20.5 AND r.support_orders > 60)
 OR (r.hosting_share >= 24.5 AND r.hosting_orders > 72)
 OR (r.hardware_share >= 25.5 AND r.hardware_orders > 75)
 OR (r.software_share >= 26.5 AND r.software_orders > 78)
 OR (r.services_share >= 27.5 AND r.services_orders > 81)
 OR (r.support_share >= 28.5 AND r.support_orders > 84)
 OR (r.hosting_share >= 32.5 AND r.hosting_orders > 96)
 OR (r.hardware_share >= 33.5 AND r.hardware_orders > 99)
 OR (r.software_share >= 34.5 AND r.software_orders > 102)
 OR (r.services_share >= 35.5 AND r.services_orders > 105)
 OR (r.support_share >= 36.5 AND r.support_orders > 108)
 OR r.hardware_orders > 10
 OR r.software_orders > 11
 OR r.services_orders > 12
 OR r.support_orders > 13
 OR r.hosting_orders > 14
 OR r.hardware_orders > 15
 OR r.software_orders > 16
 OR r.services_orders > 17
 OR r.support_orders > 18
 OR r.hosting_orders > 19
 OR r.hardware_orders > 20
 OR r.software_orders > 21
 OR r.services_orders > 22
 OR r.support_orders > 23
 OR r.hosting_orders > 24
 OR r.hardware_orders > 25
 OR r.software_orders > 26
 OR r.services_orders > 27
 OR r.support_orders > 28
 OR r.hosting_orders > 29
 OR r.hardware_orders > 30
 OR r.software_orders > 31
 OR r.services_orders > 32
 OR r.support_orders > 33
 OR r.hosting_orders > 34
 OR r.hardware_orders > 35
 OR r.software_orders > 36
 OR r.services_orders > 37
 OR r.support_orders > 38
 OR r.hosting_orders > 39
 OR r.hardware_orders > 40
 OR r.software_orders > 41
 OR r.services_orders > 42
 OR r.support_orders > 43
 OR r.hosting_orders > 44
 OR r.hardware_orders > 45
 OR r.software_orders > 46
 OR r.services_orders > 47
 OR r.support_orders > 48
 OR r.hosting_orders > 49
 OR r.hardware_orders > 50
 OR r.software_orders > 51
 OR r.services_orders > 52
 OR r.support_orders > 53
 OR r.hosting_orders > 54
 OR r.hardware_orders > 55
 OR r.software_orders > 56
 OR r.services_orders > 57
 OR r.support_orders > 58
 OR r.hosting_orders > 59
 OR r.hardware_orders > 60
 OR r.software_orders > 61
 OR r.services_orders > 62
 OR r.support_orders > 63
 OR r.hosting_orders > 64
 OR r.hardware_orders > 65
 OR r.software_orders > 66
 OR r.services_orders > 67
 OR r.support_orders > 68
 OR r.hosting_orders > 69
ORDER BY r.month DESC, r.country, r.line NULLS FIRST
LIMIT 500
OFFSET 0
