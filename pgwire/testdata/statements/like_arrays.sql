SELECT w FROM (VALUES ('alpha'), ('gamma_x'), (NULL)) v(w) WHERE w LIKE ANY (ARRAY['al%', '%\_x']) ORDER BY w
SELECT w FROM (VALUES ('alpha'), ('gamma_x'), ('al'), (NULL)) v(w) WHERE w NOT LIKE ALL (ARRAY['al', 'x%']) ORDER BY w
SELECT w FROM (VALUES ('alpha'), ('gamma_x'), ('al'), (NULL)) v(w) WHERE w LIKE ALL (ARRAY['al%', '%a'])
SELECT w FROM (VALUES ('alpha'), ('gamma_x'), ('al'), (NULL)) v(w) WHERE w NOT LIKE ANY (ARRAY['al%', '%a']) ORDER BY 1
SELECT w FROM (VALUES ('a\b'), ('a_b'), ('acb')) v(w) WHERE w LIKE ANY (ARRAY['a\\b', 'a\_b']) ORDER BY 1
SELECT w FROM (VALUES ('A_b'), ('Axb')) v(w) WHERE w ILIKE ANY (ARRAY['a\_B', 'q'])
SELECT w FROM (VALUES ('A_b'), ('Axb')) v(w) WHERE w NOT ILIKE ALL (ARRAY['a\_B', 'q'])
SELECT w, w LIKE ANY (ARRAY[w, NULL]), w LIKE ALL (ARRAY['a%', NULL]) FROM (VALUES ('ab'), ('b'), (NULL)) v(w)
SELECT w FROM (VALUES ('ab'), ('b')) v(w) WHERE w LIKE ANY (ARRAY['a\'])
