CREATE TABLE ro_sales (region text, product text, revenue numeric(10,2), n int)
INSERT INTO ro_sales VALUES ('n', 'x', 10, 1), ('n', 'y', 20.5, 2), ('s', 'x', 30.25, NULL), ('s', 'y', 1e3, 4), ('n', 'x', 10, 1), ('s', 'x', 30.25, NULL), ('s', 'x', 30.25, 7)
SELECT jsonb_object_agg(DISTINCT region, 1) FROM ro_sales
SELECT jsonb_object_agg(DISTINCT region, product) FROM ro_sales
SELECT json_object_agg(DISTINCT region, product) FROM ro_sales
SELECT json_object_agg(DISTINCT product, revenue) FROM ro_sales
SELECT json_object_agg(DISTINCT product, n) FROM ro_sales
SELECT json_object_agg(DISTINCT product, n ORDER BY product DESC, n) FROM ro_sales
SELECT json_object_agg(DISTINCT product, n ORDER BY n DESC) FROM ro_sales
SELECT json_object_agg(DISTINCT product, n) FILTER (WHERE region = 's') FROM ro_sales
SELECT jsonb_object_agg(DISTINCT product, revenue ORDER BY product, revenue) FROM ro_sales
SELECT region, json_object_agg(DISTINCT product, revenue) FROM ro_sales GROUP BY region ORDER BY region
SELECT json_object_agg(DISTINCT n, region) FROM ro_sales WHERE n IS NOT NULL
SELECT json_object_agg(DISTINCT n, region) FROM ro_sales
SELECT json_object_agg(DISTINCT product, n ORDER BY region) FROM ro_sales
SELECT json_object_agg(DISTINCT product, '{}'::json) FROM ro_sales
SELECT json_object_agg(DISTINCT product, jsonb_build_object('r', region)) FROM ro_sales
SELECT json_object_agg(DISTINCT product, n) FROM ro_sales WHERE false
SELECT json_object_agg(product, n ORDER BY n) FROM ro_sales
